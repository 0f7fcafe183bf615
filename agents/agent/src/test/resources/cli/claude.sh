#!/bin/sh
# Stands in for Claude Code in print mode, for tests: the same flags, the same JSON, the same errors, sessions that remember.
# It lives in a folder of its own. There, 'script' has a word for each call that says how to behave (default: ok), and each call leaves
# 'argv.N' (an argument a line), 'stdin.N' and, for its session, 'sessions/ID' with all prompts so far.
home=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$home/sessions"
calls=$(cat "$home/calls" 2>/dev/null || echo 0)
calls=$((calls + 1))
echo "$calls" >"$home/calls"
for argument in "$@"; do printf '%s\n' "$argument"; done >"$home/argv.$calls"

fail() {
  printf '%s\n' "$1" >&2
  exit 1
}

print=no
format=text
resume=
while [ $# -gt 0 ]; do
  case $1 in
    -p | --print) print=yes; shift ;;
    --output-format)
      case $2 in
        text | json | stream-json) format=$2 ;;
        *) fail "error: option '--output-format <format>' argument '$2' is invalid. Allowed choices are text, json, stream-json." ;;
      esac
      shift 2 ;;
    -r | --resume) resume=$2; shift 2 ;;
    --model | --system-prompt | --tools)
      [ $# -gt 1 ] || fail "error: option '$1' argument missing"
      shift 2 ;;
    -*) fail "error: unknown option '$1'" ;;
    *) shift ;;
  esac
done
[ "$print" = yes ] || fail "Error: this stand-in has no terminal; use --print"
cat >"$home/stdin.$calls"
[ -s "$home/stdin.$calls" ] ||
  fail "Error: Input must be provided either through stdin or as a prompt argument when using --print"

behave=$(sed -n "${calls}p" "$home/script" 2>/dev/null)
uuid=00000000-0000-4000-8000-$(printf '%012d' "$calls")
if [ -n "$resume" ]; then
  case $resume in
    ????????-????-????-????-????????????) ;;
    *) fail "Error: --resume requires a valid session ID when used with --print. Provided value \"$resume\" is not a valid UUID" ;;
  esac
  if [ "$behave" = stale-json ]; then
    printf '{"type":"result","subtype":"error_during_execution","is_error":true,"num_turns":0,"session_id":"%s",' "$uuid"
    printf '"total_cost_usd":0,"usage":{"input_tokens":0,"output_tokens":0},"errors":["No conversation found with session ID: %s"]}\n' "$resume"
    exit 1
  fi
  [ -f "$home/sessions/$resume" ] || fail "No conversation found with session ID: $resume"
  # A resumed session goes on under an id of its own.
  cp "$home/sessions/$resume" "$home/sessions/$uuid"
fi
{ cat "$home/stdin.$calls"; echo; } >>"$home/sessions/$uuid"

# The result object; $1 is the text, $2 more members.
result() {
  if [ "$format" = text ]; then
    printf '%s\n' "$1"
    return
  fi
  printf '{"type":"result","subtype":"success","is_error":false,"duration_ms":1200,"duration_api_ms":1100,"num_turns":1,'
  printf '"result":"%s","stop_reason":"%s","session_id":"%s","total_cost_usd":0.0125,' "$1" "${2:-end_turn}" "$uuid"
  printf '"usage":{"input_tokens":4,"cache_creation_input_tokens":100,"cache_read_input_tokens":1000,"output_tokens":20},'
  printf '"modelUsage":{},"permission_denials":[],"uuid":"%s"}\n' "$uuid"
}

answer="answer $calls"
case $behave in
  '' | ok | stale-json) result "$answer" ;;
  submit) result 'Done.\nACTION: submit_answer\nPARAMS: {\"answer\": \"42\"}' ;;
  noise)
    echo "(node:4711) [DEP0040] DeprecationWarning: The punycode module is deprecated." >&2
    echo "hook timeout is deprecated" >&2
    result "$answer" ;;
  notice)
    echo "A new version is available. Run an update to get it."
    result "$answer" ;;
  events) printf '[{"type":"system","subtype":"init"},{"type":"assistant"},'; result "$answer" | tr -d '\n'; printf ']\n' ;;
  stream) printf '{"type":"system","subtype":"init"}\n{"type":"assistant","message":{}}\n'; result "$answer" ;;
  text) printf 'Execution error\n' ;;
  cut) result "$answer" max_tokens ;;
  refused) result "I will not do that." refusal ;;
  half) result "$answer" | head -c 60 ;;
  object) printf '{"answer": 7}\n' ;;
  api-error)
    echo "(node:4711) Warning: something else" >&2
    printf '{"type":"result","subtype":"success","is_error":true,"num_turns":1,"result":"API Error: 529 Overloaded",'
    printf '"session_id":"%s","total_cost_usd":0}\n' "$uuid"
    exit 1 ;;
  limit)
    printf '{"type":"result","subtype":"success","is_error":true,"result":"usage limit reached","session_id":"%s"}\n' "$uuid"
    exit 1 ;;
  login) fail "Invalid API key · Please run /login" ;;
  max-turns)
    printf '{"type":"result","subtype":"error_max_turns","is_error":false,"num_turns":2,"session_id":"%s","total_cost_usd":0.01}\n' "$uuid" ;;
  killed) kill -9 $$ ;;
  nothing) ;;
  hang)
    sleep 600 &
    echo $! >>"$home/children"
    echo $$ >>"$home/children"
    wait ;;
esac
