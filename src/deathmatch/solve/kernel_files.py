"""From a compiled kernel to bytes and back, with as little of Numba as a call needs.

Numba's own way back registers everything that it knows how to compile, compiles its runtime, and keeps the intermediate code of each
kernel: 70 MB and half a second in a process that only calls. Here a kernel is its machine code. The rest is loaded when something has to be
compiled.
"""

from __future__ import annotations

import importlib
import io
import pickle
import sys
import zlib
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

_REBUILD: Final = ("numba.core.environment", "_rebuild_env")
"""The function by which Numba's pickles make the environment of a function: its globals and constants as Python objects."""


def packed(result: Any) -> bytes:
    """A compiled kernel (`numba.core.compiler.CompileResult`) as bytes."""
    from numba.core import serialize

    (name, kind, (code, bitcode)), *rest = result._reduce()
    assert kind == "object"
    del rest[5]  # its types in words, which only Numba's own inspection shows
    needed = sorted(_declared(result.library._get_module_for_linking()))
    return bytes(serialize.dumps((name, code, zlib.compress(bitcode), needed, tuple(rest))))  # type: ignore[no-untyped-call, unused-ignore]


def _declared(module: Any) -> Iterator[str]:
    """The symbols that a module of LLVM expects elsewhere."""
    for symbols in (module.functions, module.global_variables):
        yield from (symbol.name for symbol in symbols if symbol.is_declaration and not symbol.name.startswith("llvm."))


def loaded(data: bytes, target_context: Any) -> Any:
    """The compiled kernel that these bytes hold. Raises anything if they are of another version of Numba."""
    from numba.core import compiler

    result_of: Any = compiler.CompileResult
    name, code, bitcode, needed, rest = _Unpickler(io.BytesIO(data)).load()
    description, environment, signature, objectmode, lifted, inits, environments = rest
    for init in inits:
        init()
    _find(needed, target_context)
    library = _library(target_context.codegen(), name, code, bitcode, description)
    result = result_of(
        typing_context=target_context.typing_context,
        target_context=target_context,
        entry_point=target_context.get_executable(library, description, environment),
        typing_error=None,
        type_annotation="",
        signature=signature,
        objectmode=objectmode,
        lifted=lifted,
        fndesc=description,
        library=library,
        call_helper=None,
        environment=environment,
        metadata=None,
        reload_init=inits,
        referenced_envs=environments,
    )
    for one in environments:
        library.codegen.set_env(one.env_name, one)
    return result


def _library(codegen: Any, name: str, code: bytes, bitcode: bytes, description: Any) -> Any:
    """The machine code in place. The intermediate code stays packed until another kernel is compiled that takes it in."""
    library = codegen.create_library(name)
    library.enable_object_caching()
    library._set_compiled_object(code)
    library._finalize_final_module()
    codegen._engine._defined_symbols |= {
        description.llvm_func_name,
        description.llvm_cpython_wrapper_name,
        description.llvm_cfunc_wrapper_name,
    }

    def module() -> Any:
        import llvmlite.binding as llvm

        if library._shared_module is None:
            library._shared_module = llvm.parse_bitcode(zlib.decompress(bitcode))
            codegen._engine._load_defined_symbols(library._shared_module)
        return library._shared_module

    library._get_module_for_linking = module
    return library


def _find(needed: list[str], target_context: Any) -> None:
    """Have all these symbols at hand: LLVM ends the process if one is missing. Raises LookupError."""
    import llvmlite.binding as llvm

    _name_runtime()
    if all(llvm.address_of_symbol(name) for name in needed):
        return
    target_context.refresh()
    missing = [name for name in needed if not llvm.address_of_symbol(name)]
    if missing:
        raise LookupError(f"nothing is called {', '.join(missing)}")


@cache
def _name_runtime() -> None:
    """Name the functions of Numba's runtime that machine code calls, as `numba.core.runtime.nrt` does before it compiles the others."""
    import llvmlite.binding as llvm
    from numba.core.runtime import nrt

    runtime: Any = nrt
    for name, address in runtime._nrt.c_helpers.items():
        llvm.add_symbol(name if name.startswith("_") else f"NRT_{name}", address)


class _Unpickler(pickle.Unpickler):
    """Loads no module for the sake of an environment that nothing looks at."""

    def find_class(self, module: str, name: str) -> Any:
        """See `pickle.Unpickler`."""
        return _environment if (module, name) == _REBUILD else super().find_class(module, name)


def _environment(module: str, constants: list[Any], name: str) -> Any:
    """The environment of a function.

    Machine code reads its constants. Its globals are for code that runs as Python objects; the functions of Numba have none of that, and
    their modules would load the whole of linear algebra.
    """
    from numba.core import environment

    if module.partition(".")[0] == "numba" and module not in sys.modules and not constants:
        made = environment.lookup_environment(name) or environment.Environment({"__name__": module})  # type: ignore[no-untyped-call, unused-ignore]
        made.env_name = name
        environment.Environment._memo[name] = made
        return made
    importlib.import_module(module)
    return environment._rebuild_env(module, constants, name)  # type: ignore[no-untyped-call, unused-ignore]
