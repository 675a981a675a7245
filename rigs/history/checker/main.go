// Decides whether the history of a run is linearizable: `checker FILE` prints a report as JSON.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"time"
)

func main() {
	patience := flag.Duration("patience", time.Minute, "the longest search for one order, payment or wallet")
	flag.Parse()
	partitions, err := readHistory(flag.Arg(0))
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(check(partitions, *patience))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
