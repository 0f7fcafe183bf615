#!/bin/sh
# A command-line model for tests. Usage: fake.sh FOLDER MODE [--model M] [--system S] [--resume ID]
# Writes what it was given to FOLDER, and behaves as MODE says.
folder=$1
mode=$2
shift 2
resume=
system=
model=
while [ $# -gt 0 ]; do
  case $1 in
    --resume) resume=$2 ;;
    --system) system=$2 ;;
    --model) model=$2 ;;
  esac
  shift 2
done

count=$(cat "$folder/count" 2>/dev/null || echo 0)
count=$((count + 1))
echo "$count" >"$folder/count"
cat >"$folder/prompt.$count"
printf '%s' "$resume" >"$folder/resume.$count"
printf '%s' "$system" >"$folder/system.$count"
printf '%s' "$model" >"$folder/model.$count"

answer() {
  printf '{"type":"result","is_error":false,"result":"%s","session_id":"s%s","total_cost_usd":0.25,' "$1" "$count"
  printf '"usage":{"input_tokens":10,"cache_read_input_tokens":5,"output_tokens":3}}\n'
}

hang() {
  sleep 600 &
  echo $! >>"$folder/children"
  echo $$ >>"$folder/children"
  wait
}

case $mode in
  answer) answer "answer $count" ;;
  echo-tool)
    if [ "$count" = 1 ]; then answer '<action>count({\"by\": 7})</action>'; else answer '<answer>seven</answer>'; fi
    ;;
  plain) echo "plain answer" ;;
  stale)
    if [ -n "$resume" ]; then
      echo "No conversation found with session ID: $resume" >&2
      exit 1
    fi
    answer "answer $count"
    ;;
  stale-result)
    if [ -n "$resume" ]; then
      echo '{"type":"result","is_error":true,"result":"Session expired, begin again"}'
      exit 0
    fi
    answer "answer $count"
    ;;
  hang-resumed) if [ -n "$resume" ]; then hang; else answer "answer $count"; fi ;;
  hang) hang ;;
  partial) printf '{"type":"result","is_error":false,"resu' ;;
  crash)
    echo "half an answer"
    echo "panic: out of luck, key test-key-abcdefgh-123456" >&2
    kill -9 $$
    ;;
  fail)
    echo "the model is overloaded" >&2
    exit 3
    ;;
  empty) ;;
  flood) while :; do echo "more and more and more and more and more and more and more and more"; done ;;
  leave)
    # The child holds the output and outlives its parent.
    (sleep 600 & echo $! >"$folder/children")
    answer "answer $count"
    ;;
esac
