# Every published JSON Schema is one; the fixtures of responses and messages keep theirs, and no schema takes everything.
import json
from pathlib import Path
from jsonschema import Draft202012Validator

folder = Path("node_modules/bank-access-contracts/generated")
kept = 0
for path in sorted(folder.glob("schemas/*.json")):
    schema = json.loads(path.read_text())
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    assert not validator.is_valid(7), f"{path} takes a number"
    subject, part = path.stem.split(".")
    full, *_ = (folder / "fixtures" / subject).glob("*[fF]ull.json")
    fixture = json.loads(full.read_text())
    values = {"message": fixture.get("message"), "request": fixture.get("request", {}).get("body")}
    value = values.get(part, fixture.get("response", {}).get("body"))
    if part != "details":
        validator.validate(value)
        kept += 1
print(kept, "fixtures keep their schemas")
