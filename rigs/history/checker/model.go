// What all models share: effects lead from one state to the next, and responses have to be true of the state.
package main

import (
	"fmt"
	"hash/fnv"
	"sort"
	"strings"

	"github.com/anishathalye/porcupine"
)

// effect returns the state after a write, and whether the state before allows it.
type effect[State comparable] func(State, Input) (State, bool)

// response says whether what a client read, or the response to its write, is true of the state.
type response[State comparable] func(State, Input, *Output) bool

func modelOf[State comparable](first State, effects map[string]effect[State], responses map[string]response[State]) porcupine.Model {
	return porcupine.Model{
		Init: func() any { return first },
		Step: func(state, input, output any) (bool, any) {
			in := input.(Input)
			if in.isEffect {
				next, isAllowed := effects[in.Act](state.(State), in)
				return isAllowed, next
			}
			return responses[in.Act](state.(State), in, output.(*Output)), state
		},
		Hash: func(state any) uint64 {
			sum := fnv.New64a()
			fmt.Fprint(sum, state)
			return sum.Sum64()
		},
		DescribeState: func(state any) string { return fmt.Sprintf("%+v", state) },
	}
}

// models has the sequential behaviour of each kind of object.
var models = map[string]porcupine.Model{
	"order":   modelOf(order(""), orderEffects, orderResponses),
	"payment": modelOf(payment{}, paymentEffects, paymentResponses),
	"wallet":  modelOf(wallet{}, walletEffects, walletResponses),
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

// order is what an idempotency key has created: one transaction, however often it is sent.
type order string

var orderEffects = map[string]effect[order]{
	"create": func(made order, in Input) (order, bool) { return order(in.last.status), made == "" },
}

var orderResponses = map[string]response[order]{
	"create": func(made order, _ Input, out *Output) bool { return made == order(out.Status) },
}
