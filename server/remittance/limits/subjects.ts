// The subjects that limits count: who sends, who receives, the number, the sender's document, and document and number
// together. They are stored as keyed hashes, so the counters name nobody.
import { identifierKey, numberKey } from '../../compliance/lists/entry.ts'
import { joinedBySpaces, samePersonKey } from '../../compliance/names/stated-names.ts'
import { sortedWords, wordsOf } from '../../compliance/names/words.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { TravelRule } from '../../operator-calls/operator.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type LimitSubject, limitSubjects } from './rule.ts'

/** The keys of a transfer's subjects. */
export type SubjectKeys = Readonly<Record<LimitSubject, bigint>>

/**
 * The keys of a transfer's subjects. A person is known by names, however they are written (`samePersonKey`), and birth date, whatever
 * document is shown; a document by its number, whatever its type and however it is written.
 * @param customerNumber digits with country code.
 */
export function subjectKeys(
  secrets: Secrets,
  environment: Environment,
  { parties: { sender, receiver }, customerNumber }: { parties: TravelRule; customerNumber: string },
): SubjectKeys {
  const person = (name: string, birthDate: string) => [samePersonKey(name), birthDate]
  const senderName = joinedBySpaces(sender.firstName, sender.middleName, sender.lastName)
  const keyOf = keyMaker(secrets, environment)
  return {
    sender: keyOf('sender', person(senderName, sender.birthDate)),
    beneficiary: keyOf('beneficiary', person(receiver.name, receiver.birthDate)),
    ...keysOfNumbers(keyOf, { documentNumber: sender.document.number, customerNumber }),
  }
}

/** The keys that a document number and a phone number suffice for. */
export function knownKeys(
  secrets: Secrets,
  environment: Environment,
  numbers: { documentNumber: string; customerNumber: string },
): Pick<SubjectKeys, 'number' | 'document' | 'pair'> {
  return keysOfNumbers(keyMaker(secrets, environment), numbers)
}

/**
 * The keys by which a person is recognized in other transfers: as sender or beneficiary by names and birth date, by the document,
 * and a beneficiary by the number. A document number that is too short or one character repeated says nothing about a person.
 */
export function personKeys(
  secrets: Secrets,
  environment: Environment,
  person: { name: string; birthDate: string; documentNumber: string; customerNumber?: string | undefined },
): bigint[] {
  const keyOf = keyMaker(secrets, environment)
  const facts = [samePersonKey(person.name), person.birthDate]
  const document = identifierKey(person.documentNumber)
  // guard: case-document-placeholder
  const isDocument = new Set(document).size > 1
  return [
    ...(person.birthDate ? [keyOf('sender', facts), keyOf('beneficiary', facts)] : []),
    ...(isDocument ? [keyOf('document', [document])] : []),
    ...(person.customerNumber ? [keyOf('number', [person.customerNumber])] : []),
  ]
}

/** The key of a name that an operator confirmed: its words in any order and spelling of accents. */
export function confirmedNameKey(secrets: Secrets, environment: Environment, name: string): bigint {
  // guard: limit-name-spelling
  return keyMaker(secrets, environment)('name', [sortedWords(wordsOf(name))])
}

type KeyOf = ReturnType<typeof keyMaker>

function keysOfNumbers(
  keyOf: KeyOf,
  { documentNumber, customerNumber }: { documentNumber: string; customerNumber: string },
) {
  // guard: limit-document-spelling
  const document = numberKey(documentNumber) || documentNumber.trim()
  return {
    number: keyOf('number', [customerNumber]),
    document: keyOf('document', [document]),
    pair: keyOf('pair', [document, customerNumber]),
  }
}

/** 64 bits: two of ten million subjects share a key with a probability of three in a million, and then share their limits. */
function keyMaker(secrets: Secrets, environment: Environment) {
  return (subject: LimitSubject | 'name', facts: readonly string[]): bigint =>
    secrets.mac('limit-subject', JSON.stringify([environment, subject, ...facts])).readBigInt64BE()
}

/** The keys in the order in which a transfer stores them. */
export const storedKeys = (keys: SubjectKeys): string[] =>
  limitSubjects.map((subject) => String(keys[subject]))
