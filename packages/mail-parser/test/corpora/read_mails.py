"""What Python's email package says about mails: python3 read_mails.py FOLDER > python.json"""

import email
import email.policy
import hashlib
import json
import pathlib
import sys


def leaves(part):
    """The parts of a mail; a mail in a mail is one part."""
    if part.get_content_maintype() == "multipart" and part.is_multipart():
        for child in part.iter_parts():
            yield from leaves(child)
    else:
        yield part


def content(part):
    if part.get_content_maintype() == "message":
        return None
    return part.get_payload(decode=True) or b""


def is_body(part, index):
    if part.is_attachment() or part.get_content_type() not in ("text/plain", "text/html"):
        return False
    return index == 0 or part.get_filename() is None


def text_of(part):
    try:
        text = part.get_content()
    except (LookupError, KeyError):
        text = (part.get_payload(decode=True) or b"").decode("latin-1")
    return text if isinstance(text, str) else None


def attempt(read):
    """Python raises errors for some headers."""
    try:
        return read()
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def addresses(mail, name):
    headers = mail.get_all(name, [])
    if name == "from":
        headers = headers[:1]
    return [[one.display_name or None, one.addr_spec] for header in headers for one in header.addresses]


def describe(raw):
    mail = email.message_from_bytes(raw, policy=email.policy.default)
    parts = list(leaves(mail))
    bodies = [part for index, part in enumerate(parts) if is_body(part, index)]
    texts = [text_of(part) for part in bodies if part.get_content_type() == "text/plain"]
    htmls = [text_of(part) for part in bodies if part.get_content_type() == "text/html"]
    return {
        "subject": attempt(lambda: mail["subject"] or ""),
        "from": attempt(lambda: addresses(mail, "from")),
        "to": attempt(lambda: addresses(mail, "to")),
        "cc": attempt(lambda: addresses(mail, "cc")),
        "text": "\n".join(texts) if texts else None,
        "html": "\n".join(htmls) if htmls else None,
        "attachments": [
            {
                "type": part.get_content_type(),
                "filename": attempt(part.get_filename),
                "sha256": None if content(part) is None else hashlib.sha256(content(part)).hexdigest(),
            }
            for part in parts
            if part not in bodies
        ],
    }


folder = pathlib.Path(sys.argv[1])
files = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix in (".txt", ".raw", ".msg", ".eml"))
result = {str(path.relative_to(folder)): attempt(lambda: describe(path.read_bytes())) for path in files}
json.dump(result, sys.stdout, indent=1, ensure_ascii=True, sort_keys=True)
