// A stranger's check of proofs that events are in a log: nothing here is ours but these lines.
//
//	verify <vkey> head.tlog-proof <leaf>    one proof
//	verify <vkey>                           JSON objects {"proof", "leaf"} on stdin, an answer a line
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type entry struct{ Proof, Leaf string }

// C2SP tlog-proof@v1: header, index, hashes; then the checkpoint as a signed note.
func (e entry) check(key note.Verifier) error {
	head, checkpoint, _ := strings.Cut(e.Proof, "\n\n")
	lines := strings.Split(head, "\n")
	if len(lines) < 2 || lines[0] != "c2sp.org/tlog-proof@v1" {
		return errors.New("not a tlog-proof")
	}
	signed, err := note.Open([]byte(checkpoint), note.VerifierList(key))
	if err != nil {
		return err
	}
	var tree, hashes = strings.Split(signed.Text, "\n"), tlog.RecordProof{}
	for _, line := range append(lines[2:], tree[2]) {
		hash, err := tlog.ParseHash(line)
		if err != nil {
			return err
		}
		hashes = append(hashes, hash)
	}
	index, err1 := strconv.ParseInt(strings.TrimPrefix(lines[1], "index "), 10, 64)
	size, err2 := strconv.ParseInt(tree[1], 10, 64)
	if err1 != nil || err2 != nil {
		return errors.New("index or size is not a number")
	}
	last := len(hashes) - 1
	return tlog.CheckRecord(hashes[:last], size, hashes[last], index, tlog.RecordHash([]byte(e.Leaf)))
}

func main() {
	key, err := note.NewVerifier(os.Args[1])
	if err == nil && len(os.Args) == 4 {
		var proof []byte
		if proof, err = os.ReadFile(os.Args[2]); err == nil {
			err = entry{string(proof), os.Args[3]}.check(key)
		}
	} else if entries := json.NewDecoder(os.Stdin); err == nil {
		for e := (entry{}); entries.Decode(&e) == nil; {
			fmt.Println(e.check(key))
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
