"""The parts of a book, each made from the checked game: one module for each chapter, aid, sheets and story."""
