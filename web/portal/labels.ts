// Labels for the API's statuses. A code without a label is shown as it is.
import { stateTexts } from '../ui/language/states.ts'

type Kind = keyof ReturnType<typeof stateTexts>

/** The label of a code; a code without a label is returned as it is. */
export const known = (labels: Readonly<Record<string, string>>, name: string): string =>
  Object.hasOwn(labels, name) ? (labels[name] as string) : name

/** The label of a status; one without a label is returned as it is. */
export const labelOf = (kind: Kind, name: string): string => known(stateTexts()[kind], name)

/** All statuses of a kind with their labels, for a filter's options. */
export const labelsOf = (kind: Kind): [name: string, label: string][] => Object.entries(stateTexts()[kind])
