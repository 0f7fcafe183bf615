#!/usr/bin/env bash
# Imports the nine runs and writes the report on them: examples/real-history/report.sh [FOLDER OF RUNS] [REPORT]
set -eu

here=$(CDPATH='' cd -P -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
runs=${1:-$(mktemp -d)}
report=${2:-$here/report.md}
guerdon=${GUERDON:-$here/../../guerdon}

import() {
  "$guerdon" import "$here/results/$1" --runs "$runs" --suite assistantbench \
    --time "$2" --commit "$3" --note "$4" --domain "$here/domains.json" 2>/dev/null
}

import run_20260329_122135 2026-03-29T12:21:35Z d4b692e "Initial OAuth + agent"
import run_20260329_125313 2026-03-29T12:53:13Z 4c7640b "axtree budget expand"
import run_20260329_131515 2026-03-29T13:15:15Z 461653b "bare answer format"
import run_20260329_133341 2026-03-29T13:33:41Z c124568 "Open-Meteo API direct"
import run_20260329_181527 2026-03-29T18:15:27Z a29040a "domain workflows"
import run_20260329_184340 2026-03-29T18:43:40Z a4710d7 "fetch_json action"
import run_20260329_200250 2026-03-29T20:02:50Z 53207ef "timezone + strict format"
import run_20260329_231954 2026-03-29T23:19:54Z 9f6c657 "CLI timeout resilience"
import run_20260330_020804 2026-03-30T02:08:04Z 2881e2c "per-year API calls"

names=()
for run in "$runs"/run_*; do
  names+=("${run##*/}")
done
"$guerdon" report "${names[@]}" --runs "$runs" --out "$report"
