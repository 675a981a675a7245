// A state machine is a table: for each state, the events it accepts and where they lead.
export type Moves<State extends string, Event extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Event, State>>>>
>

/** Returns the state an event leads to; undefined if the table does not allow the event. */
export function move<S extends string, E extends string>(
  moves: Moves<S, E>,
  from: S,
  event: E,
): S | undefined {
  return moves[from][event]
}

/** The states that accept an event, for the guard of a SQL update. */
export function statesThatAccept<S extends string, E extends string>(moves: Moves<S, E>, event: E): S[] {
  return (Object.keys(moves) as S[]).filter((state) => moves[state][event] !== undefined)
}

/** Returns the states without further moves. */
export function finalStates<S extends string, E extends string>(moves: Moves<S, E>): S[] {
  return (Object.keys(moves) as S[]).filter((state) => Object.keys(moves[state]).length === 0)
}

/** The table as a Mermaid state diagram, for the documentation. */
export function diagram<S extends string, E extends string>(moves: Moves<S, E>, start: S): string {
  const lines = [`  [*] --> ${start}`]
  for (const from of Object.keys(moves) as S[]) {
    for (const [event, to] of Object.entries(moves[from])) lines.push(`  ${from} --> ${to}: ${event}`)
  }
  return ['stateDiagram-v2', ...lines, ''].join('\n')
}
