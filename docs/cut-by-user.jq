# User and time of each record, tab between, one a line: jq -rnf cut-by-user.jq traffic.ndjson. All records of one user get one key.
def header(name): (.request.headers // {})
  | if type == "array" then .[] else to_entries[] | {name: .key, value} end
  | select((.name | ascii_downcase) == name) | .value;
def fields: if type == "string"
  then . as $text | try fromjson catch ([$text | scan("([^&=]+)=([^&]*)") | {(.[0]): .[1]}] | add)
  else . end;
def user: "user \((.request.url | ascii_downcase | capture("^[a-z]+://(?<host>[^/?#]+)").host) // "") ";
# Without the signs that forms and JSON write in different ways: two users may share a key, and so a part.
def name: gsub("%[0-9A-Fa-f]{2}|[^A-Za-z0-9]"; "");
foreach inputs as $record ({tokens: {}, rules: {}};
  ($record.message // $record) as $message
  | ($record.request.url // "" | sub("[?#].*"; "")) as $path
  | ($record.request.body | fields? // {}) as $sent
  | ($record.response.body | if type == "string" then fromjson? else . end // {}) as $answer
  | ([$record | header("authorization")][0] // "" | split(" ")[-1] // "") as $token
  | .key = (if $message.notificationRuleId then .rules["\($message.notificationRuleId) \($message.callbackHandle)"] // "no rule"
      elif ($path | endswith("/oauth/token")) and $answer.access_token? then
        if $sent.grant_type == "password" then ($record | user) + ($sent.username | name) else "token " + $answer.access_token end
      elif ($path | endswith("/users")) and $sent.id? then ($record | user) + ($sent.id | name)
      else .tokens[$token] // "token \($token)" end)
  | if $answer.access_token? then .tokens[$answer.access_token] = .key else . end
  | if ($path | endswith("/notificationRules")) and $answer.id? then .rules["\($answer.id) \($sent.callbackHandle)"] = .key else . end;
  "\(.key)\t\($record.time // "")")
