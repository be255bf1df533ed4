"""The seccomp filter: the system calls that the kernel refuses to a program under test."""

from __future__ import annotations

import ctypes
import os
from errno import EAFNOSUPPORT, ENOSYS, EPERM
from functools import cache

# ENOSYS, as if the call did not exist, is for calls that allocate memory which counts for no
# process, and for calls with a history of security holes. ptrace is allowed: the leak sanitizer
# needs it, and a program in the sandbox sees no processes but its own.
_REFUSED = {
    ENOSYS: """io_uring_setup io_uring_enter io_uring_register userfaultfd memfd_create
        memfd_secret shmget msgget keyctl add_key request_key""",
    EPERM: """bpf perf_event_open unshare setns mount umount2 pivot_root open_tree move_mount
        fsopen fsconfig fsmount fspick mount_setattr open_by_handle_at fanotify_init
        kexec_load kexec_file_load init_module finit_module delete_module""",
}
_LAST_SOCKET_FAMILY = 16  # netlink; no student needs a later one, such as vsock
# SCMP_ACT_ALLOW, SCMP_ACT_ERRNO(0) and SCMP_CMP_GT in libseccomp's header.
_ALLOW, _ERRNO, _GREATER = 0x7FFF0000, 0x00050000, 6
_OTHER_ABIS = {"x86_64": (0x40000003, 0x4000003E)}  # i386, x32: the kernel accepts their calls


class _Comparison(ctypes.Structure):
    """libseccomp's struct scmp_arg_cmp."""

    _fields_ = (
        ("argument", ctypes.c_uint),
        ("operator", ctypes.c_int),
        ("value", ctypes.c_uint64),
        ("unused", ctypes.c_uint64),
    )


@cache
def bpf() -> bytes:
    """Return the filter as a BPF program for the kernel; empty without libseccomp."""
    try:
        seccomp = ctypes.CDLL("libseccomp.so.2")
    except OSError:
        return b""
    seccomp.seccomp_init.restype = ctypes.c_void_p
    rules = ctypes.c_void_p(seccomp.seccomp_init(ctypes.c_uint32(_ALLOW)))
    for architecture in _OTHER_ABIS.get(os.uname().machine, ()):
        seccomp.seccomp_arch_add(rules, ctypes.c_uint32(architecture))
    late_family = _Comparison(0, _GREATER, _LAST_SOCKET_FAMILY, 0)
    always = [(name, error, ()) for error, names in _REFUSED.items() for name in names.split()]
    for name, error, comparisons in [("socket", EAFNOSUPPORT, (late_family,)), *always]:
        # libseccomp ignores a rule whose call it does not know, such as a newer one.
        number = seccomp.seccomp_syscall_resolve_name(name.encode())
        conditions = (_Comparison * len(comparisons))(*comparisons)
        action = ctypes.c_uint32(_ERRNO | error)
        seccomp.seccomp_rule_add_array(rules, action, number, len(comparisons), conditions)
    read_end, write_end = os.pipe()
    try:
        seccomp.seccomp_export_bpf(rules, write_end)
        os.close(write_end)
        return os.read(read_end, 65536)
    finally:
        os.close(read_end)
        seccomp.seccomp_release(rules)
