"""A pytest plugin that makes nbformat quick to import: ``-p helpers.course.quick_nbformat``.

nbformat imports jsonschema, and that imports rfc3987_syntax, which builds a large grammar at once:
1.3 s for each process of a test run, for a kind of web address that no notebook's schema asks for
(python-jsonschema/jsonschema issue 1428). Kept from being imported, jsonschema does without.
"""

import sys

sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
