"""The proof: pages compared with the game's data, and the written PDF compared with the pages.

``agreement`` does the first, before the file is written; ``prove`` does the second, with a reader
that shares no code with the PDF writer.
"""
