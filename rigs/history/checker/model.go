// What all models share: they step from a state to those that an operation can lead to.
package main

import (
	"fmt"
	"hash/fnv"
	"sort"
	"strings"

	"github.com/anishathalye/porcupine"
)

// step returns the states that an operation can lead to, none if it contradicts the state. Without an output the
// operation may have had its effect or not.
type step[State comparable] func(State, Input, *Output) []State

// modelOf is nondeterministic, because nobody knows what became of an operation without a known result.
func modelOf[State comparable](first State, steps map[string]step[State]) porcupine.Model {
	model := porcupine.NondeterministicModel{
		Init: func() []any { return []any{first} },
		Step: func(state, input, output any) []any {
			in := input.(Input)
			act, isKnown := steps[in.Act]
			if !isKnown {
				panic("the model has no act " + in.Act)
			}
			var next []any
			for _, each := range act(state.(State), in, output.(*Output)) {
				next = append(next, each)
			}
			return next
		},
		Hash: func(state any) uint64 {
			sum := fnv.New64a()
			fmt.Fprint(sum, state)
			return sum.Sum64()
		},
		DescribeState: func(state any) string { return fmt.Sprint(state) },
	}
	return model.ToModel()
}

// models has the sequential behaviour of each kind of object.
var models = map[string]porcupine.Model{
	"order":   modelOf(order(""), orderSteps),
	"payment": modelOf(payment{}, paymentSteps),
	"wallet":  modelOf(wallet{}, walletSteps),
}

// fits returns the state itself if the operation fits it, and no state otherwise.
func fits[State comparable](state State, isSo bool) []State {
	if isSo {
		return []State{state}
	}
	return nil
}

// table is a small map that is never changed. It is text in one order, so that states compare with ==.
type table string

func (t table) find(key string) (value string, isFound bool) {
	for _, entry := range t.entries() {
		if rest, isIt := strings.CutPrefix(entry, key+"="); isIt {
			return rest, true
		}
	}
	return "", false
}

func (t table) with(key string, value any) table {
	entries := []string{fmt.Sprintf("%s=%v", key, value)}
	for _, entry := range t.entries() {
		if !strings.HasPrefix(entry, key+"=") {
			entries = append(entries, entry)
		}
	}
	sort.Strings(entries)
	return table(strings.Join(entries, " "))
}

func (t table) entries() []string { return strings.Fields(string(t)) }

func (t table) keys() []string {
	keys := []string{}
	for _, entry := range t.entries() {
		key, _, _ := strings.Cut(entry, "=")
		keys = append(keys, key)
	}
	return keys
}

// order is what an idempotency key has created: one transaction, whatever how often it is sent.
type order string

var orderSteps = map[string]step[order]{
	"create": func(made order, in Input, out *Output) []order {
		switch {
		case out == nil, out.Refusal != "":
			return []order{made}
		case made == "":
			return []order{order(out.Status)}
		}
		return fits(made, made == order(out.Status))
	},
}
