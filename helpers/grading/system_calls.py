"""System calls that no answer needs, by their numbers on x86_64 and on aarch64."""

from __future__ import annotations

REFUSED: dict[str, tuple[int, int | None]] = {
    # Other processes: their memory, their files, signals to them.
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "pidfd_getfd": (438, 438),
    "pidfd_send_signal": (424, 424),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "tkill": (200, 130),
    # Connections, to the network or to a program of this machine.
    "socket": (41, 198),
    # Another view of the files.
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "unshare": (272, 97),
    "setns": (308, 268),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsmount": (432, 432),
    "mount_setattr": (442, 442),
    "open_by_handle_at": (304, 265),
    # What becomes of files of the same user, where no other view of the files hides them.
    "truncate": (76, 45),  # which Landlock knows only from Linux 6.2 on
    "chmod": (90, None),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "chown": (92, None),
    "lchown": (94, None),
    "fchown": (93, 55),
    "fchownat": (260, 54),
    "utime": (132, None),
    "utimes": (235, None),
    "futimesat": (261, None),
    "utimensat": (280, 88),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
    "setxattrat": (463, 463),
    "removexattrat": (466, 466),
    "file_setattr": (469, 469),
    # What would stay when the answer has ended, or memory that isn't counted as its own.
    "shmget": (29, 194),
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    # The turn that other processes get.
    "setpriority": (141, 140),
    "ioprio_set": (251, 30),
    # Corners of the kernel where many of its faults were found.
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    # The machine itself.
    "kexec_load": (246, 104),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "reboot": (169, 142),
}
"""Those that are refused always; None where there is no such call."""
SPECIAL = {
    "clone": (56, 220),
    "clone3": (435, 435),
    "kill": (62, 129),
    "tgkill": (234, 131),
    "fcntl": (72, 25),
    "ioctl": (16, 29),
}
"""Those that are refused for some of their arguments."""
ONLY_ONESELF = {
    "prlimit64": (302, 261),
    "sched_setaffinity": (203, 122),
    "sched_setscheduler": (144, 119),
    "sched_setparam": (142, 118),
    "sched_setattr": (314, 274),
}
"""Those whose first argument is a process: refused unless it is 0, the caller itself."""
SIGNALS_BY_FILE = {"fcntl": (8, 10, 15), "ioctl": (0x8901, 0x8902)}
"""Second arguments by which a pipe or socket sends signals to a process when it is written to."""
