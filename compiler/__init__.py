"""The native engine: core IR to LLVM to machine code, in process. It never imports the interpreter."""
