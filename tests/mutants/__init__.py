"""Small changes of our own code, one at a time: do the tests near it notice?"""
