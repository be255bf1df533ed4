"""The system calls that a program under test is refused: a filter that the kernel applies."""

from __future__ import annotations

import ctypes
import os
from errno import EAFNOSUPPORT, ENOSYS, EPERM
from functools import cache

# Those that are said not to exist hold memory that no process is seen to use, or have had more
# holes than users. Not ptrace: the leak sanitizer needs it, and the sandbox has its own processes.
_REFUSED = {
    ENOSYS: """io_uring_setup io_uring_enter io_uring_register userfaultfd memfd_create
        memfd_secret shmget msgget keyctl add_key request_key""",
    EPERM: """bpf perf_event_open unshare setns mount umount2 pivot_root open_tree move_mount
        fsopen fsconfig fsmount fspick mount_setattr open_by_handle_at fanotify_init
        kexec_load kexec_file_load init_module finit_module delete_module""",
}
_LAST_FAMILY = 16  # of sockets: netlink. What comes after it, such as vsock, no student needs.
# What libseccomp's header calls SCMP_ACT_ALLOW, SCMP_ACT_ERRNO(0) and SCMP_CMP_GT.
_ALLOW, _ERRNO, _GREATER = 0x7FFF0000, 0x00050000, 6
_ALSO_ON = {"x86_64": (0x40000003, 0x4000003E)}  # a kernel's other ways in: i386 and x32


class _Comparison(ctypes.Structure):
    """libseccomp's struct scmp_arg_cmp."""

    _fields_ = (
        ("argument", ctypes.c_uint),
        ("operator", ctypes.c_int),
        ("value", ctypes.c_uint64),
        ("unused", ctypes.c_uint64),
    )


@cache
def refusals() -> bytes:
    """Return the filter as the kernel reads it; nothing where there is no libseccomp."""
    try:
        seccomp = ctypes.CDLL("libseccomp.so.2")
    except OSError:
        return b""
    seccomp.seccomp_init.restype = ctypes.c_void_p
    rules = ctypes.c_void_p(seccomp.seccomp_init(ctypes.c_uint32(_ALLOW)))
    for architecture in _ALSO_ON.get(os.uname().machine, ()):
        seccomp.seccomp_arch_add(rules, ctypes.c_uint32(architecture))
    too_far = _Comparison(0, _GREATER, _LAST_FAMILY, 0)
    always = [(name, error, ()) for error, names in _REFUSED.items() for name in names.split()]
    for name, error, when in [("socket", EAFNOSUPPORT, (too_far,)), *always]:
        # An old library or another machine may not know a call's name: then there is no rule.
        number = seccomp.seccomp_syscall_resolve_name(name.encode())
        conditions = (_Comparison * len(when))(*when)
        action = ctypes.c_uint32(_ERRNO | error)
        seccomp.seccomp_rule_add_array(rules, action, number, len(when), conditions)
    reads, writes = os.pipe()
    try:
        seccomp.seccomp_export_bpf(rules, writes)
        os.close(writes)
        return os.read(reads, 65536)
    finally:
        os.close(reads)
        seccomp.seccomp_release(rules)
