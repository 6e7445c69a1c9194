#!/bin/sh
# SPDX-License-Identifier: MIT
# What the tests of the host program have in common: answers, exit statuses, one-line errors, and
# no output file left half written. To be sourced, with OCT9 MAPS as arguments; `end` comes last.

# shellcheck disable=SC2034
oct9=$1 maps=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

# expect STATUS WHAT COMMAND...: the status is right, and an error is one line on stderr.
expect() {
    want=$1 what=$2
    shift 2
    "$@" >"$work/out" 2>"$work/err" </dev/null
    got=$?
    lines=$(wc -l <"$work/err")
    if [ $got -ne "$want" ]; then
        fail "$what: exit $got instead of $want: $(head -n 1 "$work/err")"
    elif [ "$want" -eq 1 ] && [ "$lines" -ne 1 ]; then
        fail "$what: $lines lines of error instead of 1"
    else
        passed=$((passed + 1))
    fi
}

fail() {
    echo "cli: $1"
    failed=$((failed + 1))
}

# same WHAT EXPECTED FILE
same() {
    if [ "$2" = "$(cat "$3")" ]; then
        passed=$((passed + 1))
    else
        fail "$1: got $(head -n 3 "$3")"
    fi
}

# ask WHAT EXPECTED LINES COMMAND...: what it prints for these lines of standard input.
ask() {
    what=$1 want=$2 lines=$3
    shift 3
    echo "$lines" | "$@" >"$work/answers" 2>&1
    same "$what" "$want" "$work/answers"
}

# refuse WHAT GOOD BAD COMMAND...: the good line is answered; the bad one behind it ends with
# status 1 and an error that names it.
refuse() {
    what=$1
    printf '%s\n%b\n' "$2" "$3" >"$work/lines"
    shift 3
    "$@" <"$work/lines" >"$work/answers" 2>"$work/err"
    got=$?
    if [ $got -eq 1 ] && [ "$(wc -l <"$work/err")" -eq 1 ] && grep -q ' line 2[ :]' "$work/err" &&
        [ -s "$work/answers" ]; then
        passed=$((passed + 1))
    else
        fail "$what: exit $got: $(head -n 1 "$work/err")"
    fi
}

# at FIRST LAST LINES: these words of each line, if it has them, are counted from the cube's low
# corner: makes them points, from -16384 on.
at() {
    echo "$3" | awk -v first="$1" -v last="$2" \
        '{ for (i = first; i <= last && i <= NF; i++) $i -= 16384; print }'
}

absent() {
    if find "$work" | grep -q "$1"; then
        fail "$1 was left behind"
    else
        passed=$((passed + 1))
    fi
}

# A map of three points, 1 m cells: worked out by hand.
make_points() {
    printf '0.5 0.5 0.5\n2.5 0.5 0.5\n0.5 3.5 0.5\n' >"$work/points.xyz"
    expect 0 "bake points" "$oct9" bake "$work/points.xyz" --cell 1000 -o "$work/points.o9"
    points=$work/points.o9
}

# A square of 3 x 3 m.
make_square() {
    cat >"$work/square.obj" <<END
v 0.5 0.5 0.5
v 3.5 0.5 0.5
v 3.5 3.5 0.5
v 0.5 3.5 0.5
f 1 2 3 4
END
}

# A flight of one frame: 64 zones see something 2 m ahead, 1 m above the ground.
make_flight() {
    mkdir "$work/flight"
    { echo "1000,0,0"; yes 2000,1,5 | head -n 64; } >"$work/flight/state_ToF.csv"
    printf 'timeStamp,x,y,z,vx,vy,vz\n900,0,0,1,0,0,0\n1100,0,0,1,0,0,0\n' \
        >"$work/flight/state_Crazyflie_group00.csv"
    printf 'timeStamp,roll,pitch,yaw\n900,0,0,0\n1100,0,0,0\n' \
        >"$work/flight/state_Crazyflie_group01.csv"
}

end() {
    echo "$passed passed, $failed failed"
    [ $failed -eq 0 ]
}
