// The person a case is about: how the parties of transfers are recognized as one person, and how the person is stored.
import { joinedBySpaces } from '../../compliance/names/stated-names.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { DocumentType, TravelRule } from '../../operator-calls/operator.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { personKeys } from '../limits/subjects.ts'

export const partyRoles = ['sender', 'receiver'] as const
export type PartyRole = (typeof partyRoles)[number]

export type CasePerson = {
  name: string
  /** YYYY-MM-DD; empty if it was not stated. */
  birthDate: string
  document: { type: DocumentType; number: string }
  /** The wallet's number of a beneficiary, digits with country code. */
  number: string | null
}

/** A party of a transfer as a person. @param customerNumber of the transfer. */
export function personOf(parties: TravelRule, role: PartyRole, customerNumber: string): CasePerson {
  if (role === 'sender') {
    const { firstName, middleName, lastName, birthDate, document } = parties.sender
    const { type, number } = document
    const name = joinedBySpaces(firstName, middleName, lastName)
    return { name, birthDate, document: { type, number }, number: null }
  }
  const { name, birthDate, document } = parties.receiver
  return { name, birthDate, document, number: customerNumber }
}

/** The keys by which the person is recognized in other transfers. One in common is enough. */
export function keysOf(secrets: Secrets, environment: Environment, person: CasePerson): bigint[] {
  const { name, birthDate, document, number } = person
  return personKeys(secrets, environment, {
    name,
    birthDate,
    documentNumber: document.number,
    customerNumber: number ?? undefined,
  })
}

/** The encryption contexts of what a case stores. */
export const personContext = (caseId: string) => `case:${caseId}:person`
export const caseTextContext = (id: bigint | string) => `case:${id}:text`

export function sealPerson(secrets: Secrets, caseId: string, person: CasePerson): Buffer {
  return secrets.seal(JSON.stringify(person), personContext(caseId))
}

export function openPerson(
  secrets: Secrets,
  { case_id, person_sealed }: { case_id: string; person_sealed: Buffer },
): CasePerson {
  return JSON.parse(secrets.open(person_sealed, personContext(case_id)))
}
