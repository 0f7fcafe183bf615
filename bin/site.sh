# Builds the web site of the documentation, the API reference, and the pictures of the README. Sourced by ./dev docs; needs root, java_home
# and maven.

commonmark_version=$(sed -n 's:.*<commonmark.version>\(.*\)</commonmark.version>.*:\1:p' "$root/pom.xml")

# Fetches the Markdown parser by its coordinates, with Maven and the user's own repositories. No part of Guerdon that is published needs it.
fetch_commonmark() {
  local artifact lib=$root/build/site-lib
  for artifact in commonmark commonmark-ext-gfm-tables; do
    [ -e "$lib/$artifact-$commonmark_version.jar" ] || {
      echo "dev: fetching org.commonmark:$artifact:$commonmark_version into build/site-lib"
      build -N dependency:copy "-Dartifact=org.commonmark:$artifact:$commonmark_version" "-DoutputDirectory=$lib"
    }
  done
}

# Javadoc of the types that users may rely on: what is marked as stable or experimental.
build_api() {
  local name types files=$root/build/api.files out=$root/build/site/api
  "$root/guerdon" --version >/dev/null || exit 1
  read -r name <"$root/build/current"
  grep -lE '^@(Stable|Experimental)' "$root"/api/src/main/java/dev/guerdon/*/*.java \
    "$root"/{engine,rewards,environments,agents,lab,serving}/*/src/main/java/dev/guerdon/*/{,spi/}*.java >"$files"
  types=$(wc -l <"$files")
  sed 's:/[^/]*$:/package-info.java:' "$files" | sort -u >>"$files"
  rm -rf "$out"
  mkdir -p "$out"
  # The distribution has no JUnit, which a few of these types name.
  "$java_home/bin/javadoc" --ignore-source-errors -quiet -Xdoclint:none -notimestamp -encoding UTF-8 -docencoding UTF-8 -charset UTF-8 \
    -doctitle 'Guerdon: API reference' -windowtitle 'Guerdon API' -bottom '<a href="{@docRoot}/../index.html">Documentation of Guerdon</a>' \
    -cp "$root/build/$name/lib/*" -d "$out" "@$files" >"$root/build/api.log" 2>&1 || {
    echo "dev: javadoc failed; this is the end of build/api.log:" >&2
    tail -n 20 "$root/build/api.log" >&2
    exit 1
  }
  echo "API reference of $types types: build/site/api/index.html"
}

build_site() {
  fetch_commonmark
  mkdir -p "$root/build/site"
  find "$root/build/site" -mindepth 1 -maxdepth 1 ! -name api -exec rm -rf {} + # pages that are gone
  "$java_home/bin/java" -cp "$root/build/site-lib/*" "$root/bin/Site.java" "$root" "$root/build/site" || exit 1
  echo "open build/site/index.html"
}

# Remakes the pictures in docs/pictures: runs the session of the tutorial with its recorded model, and draws what it shows.
make_pictures() {
  local work=$root/build/pictures out=$root/docs/pictures chromium report
  chromium=${GUERDON_CHROMIUM:-$(type -P chromium-headless-shell chromium google-chrome | head -n 1)}
  [ -n "$chromium" ] || {
    echo "dev: the picture of the report needs Chromium; see docs/browser.md" >&2
    exit 2
  }
  rm -rf "$work"
  mkdir -p "$work" "$out"
  cp -R "$root/examples" "$work/"
  awk '/^```java$/ { copy = 1; next } /^```/ { copy = 0 } copy' "$root/docs/tutorial.md" >"$work/ExamplesAgent.java"
  awk '/^```text file plan.yaml$/ { copy = 1; next } /^```/ { copy = 0 } copy' "$root/docs/tutorial.md" |
    sed 's|MODEL|replay:examples/first-agent|' >"$work/plan.yaml"
  (
    cd "$work" || exit 1
    {
      echo '$ ./guerdon run starter'
      "$root/guerdon" run starter >starter.txt 2>&1
      head -n 7 starter.txt
      echo ' …'
      tail -n 9 starter.txt
      echo
      echo '$ ./guerdon iterate plan.yaml --source ExamplesAgent.java'
      "$root/guerdon" iterate plan.yaml --source ExamplesAgent.java 2>&1
    } | sed -E 's/^(.{117}).{2,}$/\1…/' >terminal.txt
    "$java_home/bin/java" "$root/bin/TerminalPicture.java" 'Two commands of Guerdon in a terminal' <terminal.txt >"$out/terminal.svg"
  ) || exit 1
  report=$(ls "$work"/runs/sessions/*/report.html)
  "$chromium" --headless --no-sandbox --hide-scrollbars --window-size=1000,900 "--screenshot=$out/report.png" "file://$report" \
    >"$root/build/pictures.log" 2>&1 || exit 1
  ls -l "$out"
}
