"""Vectors: the words of the fast engine, eight integers of 64 bits side by side.

To Numba a vector is a number: `&`, `|`, `^`, `+`, `*`, `<<` and `>>` work in all lanes at
once, with another vector or with one integer for all lanes. `rows` lets the kernel see the memory
of arrays as vectors. What a processor has no instruction for, LLVM does in smaller pieces.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import binding, ir
from numba.core import cgutils, types
from numba.extending import intrinsic, models, overload, register_model

WIDTH = 8
INT = ir.IntType(64)
LANES = ir.VectorType(INT, WIDTH)
WHOLE = binding.get_host_cpu_features().get("avx512f", False)  # a vector is one register


class Vector(types.Type):
    """What Numba knows of a vector."""


class Rows(types.Type):
    """What Numba knows of vectors that lie one after the other in memory."""


VECTOR, ROWS = Vector("Vector"), Rows("Rows")


def _model(kind: type, inside: Any) -> None:
    @register_model(kind)
    class Model(models.PrimitiveModel):
        def __init__(self, manager: Any, kind: Any) -> None:
            super().__init__(manager, kind, inside)


_model(Vector, LANES)
_model(Rows, LANES.as_pointer())


def _in_every_lane(builder: Any, kind: Any, value: Any) -> Any:
    if kind is VECTOR:
        return value
    value = (builder.sext if kind.signed else builder.zext)(value, INT)
    places = ir.VectorType(ir.IntType(32), WIDTH)
    one = builder.insert_element(LANES(ir.Undefined), value, ir.IntType(32)(0))
    return builder.shuffle_vector(one, one, places([0] * WIDTH))


def _called(builder: Any, name: str, result: Any, *arguments: Any) -> Any:
    """Return what one of LLVM's own functions makes of the arguments."""
    kind = ir.FunctionType(result, [argument.type for argument in arguments])
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), arguments)


@intrinsic
def splat(typing, word):
    """Return a vector with the word in every lane."""

    def generate(context, builder, signature, arguments):
        return _in_every_lane(builder, signature.args[0], arguments[0])

    return VECTOR(word), generate


def _operation(operators: tuple[Any, ...], instruction: str) -> None:
    """Have operators of a vector and another, or an integer, done by an instruction of LLVM."""

    @intrinsic
    def done(typing, a, b):
        def generate(context, builder, signature, arguments):
            both = zip(signature.args, arguments, strict=True)
            return getattr(builder, instruction)(*(_in_every_lane(builder, *one) for one in both))

        return VECTOR(a, b), generate

    for one in operators:

        @overload(one)
        def _(a, b):
            return (lambda a, b: done(a, b)) if VECTOR in (a, b) else None


_operation((operator.and_, operator.iand), "and_")
_operation((operator.or_, operator.ior), "or_")
_operation((operator.xor, operator.ixor), "xor")
_operation((operator.add, operator.iadd), "add")
_operation((operator.mul,), "mul")
_operation((operator.lshift,), "shl")
_operation((operator.rshift,), "lshr")


@intrinsic
def ones_in(typing, vector):
    """Return how many bits are set, lane by lane: `sums` adds them up when all is counted."""

    def generate(context, builder, signature, arguments):
        return _called(builder, f"llvm.ctpop.v{WIDTH}i64", LANES, *arguments)

    return VECTOR(vector), generate


@intrinsic
def _any_of(typing, vector):
    def generate(context, builder, signature, arguments):
        word = _called(builder, f"llvm.vector.reduce.or.v{WIDTH}i64", INT, *arguments)
        return builder.icmp_unsigned("!=", word, INT(0))

    return types.boolean(vector), generate


@overload(bool)
def _(vector):
    return (lambda vector: _any_of(vector)) if vector is VECTOR else None


@intrinsic
def majority(typing, a, b, c):
    """Return the bits that at least two of three have: one instruction, which LLVM overlooks."""

    def generate(context, builder, signature, arguments):
        table = ir.IntType(32)(0b11101000)  # the answers for three bits, from 111 down to 000
        return _called(builder, "llvm.x86.avx512.pternlog.q.512", LANES, *arguments, table)

    return VECTOR(a, b, c), generate


@intrinsic
def rows(typing, arrays):
    """Return the memory of an array, or of each array of a named tuple, as vectors."""

    def as_rows(context, builder, kind, array):
        data = context.make_array(kind)(context, builder, array).data
        return builder.bitcast(data, LANES.as_pointer())

    def generate(context, builder, signature, arguments):
        if isinstance(arrays, types.Array):
            return as_rows(context, builder, arrays, arguments[0])
        parts = cgutils.unpack_tuple(builder, arguments[0])
        pointers = [as_rows(context, builder, *one) for one in zip(arrays, parts, strict=True)]
        return context.make_tuple(builder, signature.return_type, pointers)

    if isinstance(arrays, types.Array):
        return ROWS(arrays), generate
    return types.NamedUniTuple(ROWS, len(arrays), arrays.instance_class)(arrays), generate


@intrinsic
def _read(typing, rows, row):
    def generate(context, builder, signature, arguments):
        return builder.load(builder.gep(arguments[0], [arguments[1]]), align=8 * WIDTH)

    return VECTOR(rows, row), generate


@intrinsic
def _write(typing, rows, row, vector):
    def generate(context, builder, signature, arguments):
        rows, row, vector = arguments
        builder.store(vector, builder.gep(rows, [row]), align=8 * WIDTH)
        return context.get_dummy_value()

    return types.none(rows, row, vector), generate


@overload(operator.getitem)
def _(rows, row):
    return (lambda rows, row: _read(rows, row)) if rows is ROWS else None


@overload(operator.setitem)
def _(rows, row, vector):
    return (lambda rows, row, vector: _write(rows, row, vector)) if rows is ROWS else None
