import { describe, expect, test } from 'vitest'
import { enrolmentReply, validationReply } from './authentication-outcome.ts'
import { authenticationBody } from './wire.ts'

const https = (url: string) => url.startsWith('https:')
const successful = 'AUTHENTICATION_SUCCESSFUL'
const pending = 'PENDING_AUTHENTICATION'
const failed = 'AUTHENTICATION_FAILED'

const stepUp = { stepUpUrl: 'https://acs.example/StepUp', accessToken: 'a.b.c' }

function enrolment(
  status: string,
  veresEnrolled: string | undefined,
  paresStatus: string | undefined,
  more = {},
) {
  const facts = { veresEnrolled, paresStatus, authenticationTransactionId: 'Ab1Cd2Ef3Gh4Ij5Kl6M0', ...more }
  return authenticationBody.parse({ status, consumerAuthenticationInformation: facts })
}

describe('enrolment outcome', () => {
  test.each([
    ['Y', 'Y', successful, 'authenticated'],
    ['Y', 'A', successful, 'authenticated'],
    ['Y', 'U', successful, 'authenticated'],
    ['U', undefined, successful, 'authenticated'],
    ['B', undefined, successful, 'authenticated'],
    ['Y', 'C', pending, 'challenge'],
    ['Y', 'N', failed, 'failed'],
    ['Y', 'R', failed, 'failed'],
    ['Y', 'N', successful, 'failed'],
    ['Y', 'R', successful, 'failed'],
    ['N', undefined, successful, 'failed'],
    ['Y', 'Y', failed, 'failed'],
    ['Y', 'C', successful, undefined],
    ['Y', 'Y', pending, undefined],
    ['Y', 'Y', 'SUCCESSFUL', undefined],
    ['Y', 'Z', successful, undefined],
    ['Y', undefined, successful, undefined],
    [undefined, 'Y', successful, undefined],
    [undefined, undefined, successful, undefined],
  ])('enrolment with veresEnrolled %s, paresStatus %s and status %s is %s', (veres, pares, status, kind) => {
    expect(enrolmentReply(enrolment(status, veres, pares, stepUp), https)?.kind).toBe(kind)
  })

  test('a challenge without a safe URL, a token or an id is not accepted', () => {
    for (const more of [
      {},
      { ...stepUp, stepUpUrl: 'javascript:alert(1)' },
      { ...stepUp, stepUpUrl: 'http://acs.example/' },
      { ...stepUp, authenticationTransactionId: undefined },
    ]) {
      expect(enrolmentReply(enrolment(pending, 'Y', 'C', more), https)).toBeUndefined()
    }
  })

  test('a failed enrolment carries the cardholder message of the issuer', () => {
    const reply = enrolmentReply(enrolment(failed, 'Y', 'N', { cardholderMessage: 'Call us' }), https)
    expect(reply).toMatchObject({ kind: 'failed', cardholderMessage: 'Call us' })
  })
})

describe('authentication evidence', () => {
  test('the evidence of a Visa card holds exactly the fields of the payment request', () => {
    const facts = {
      ecommerceIndicator: 'vbv',
      cavv: 'AAABCSIIAAAAAAACcwgAEMCoNh8=',
      xid: 'eGlk',
      eciRaw: '05',
      specificationVersion: '2.2.0',
      directoryServerTransactionId: 'ds-1',
      token: 'opaque',
    }
    const reply = enrolmentReply(enrolment(successful, 'Y', 'Y', facts), https)
    expect(reply).toMatchObject({
      evidence: {
        commerceIndicator: 'vbv',
        cavv: facts.cavv,
        xid: 'eGlk',
        eciRaw: '05',
        veresEnrolled: 'Y',
        paresStatus: 'Y',
        paSpecificationVersion: '2.2.0',
        directoryServerTransactionId: 'ds-1',
      },
    })
    expect(reply).not.toHaveProperty('evidence.token')
  })

  test('the evidence of a Mastercard derives a missing collection indicator from the raw ECI', () => {
    const facts = { ucafAuthenticationData: 'dWNhZg==', eciRaw: '02' }
    const reply = enrolmentReply(enrolment(successful, 'Y', 'Y', facts), https)
    expect(reply).toMatchObject({ evidence: { ucafCollectionIndicator: '2' } })
  })
})

describe('challenge outcome', () => {
  const requested = {
    authenticationTransactionId: 'Ab1Cd2Ef3Gh4Ij5Kl6M0',
    enrolment: { veresEnrolled: 'Y', paresStatus: 'C', cavv: 'of enrolment', commerceIndicator: 'vbv' },
  }
  function validation(status: string, facts: object) {
    return authenticationBody.parse({ status, consumerAuthenticationInformation: facts })
  }

  test.each([
    [successful, { paresStatus: 'Y', authenticationResult: '0' }, 'authenticated'],
    [successful, { paresStatus: 'A', authenticationResult: '1' }, 'authenticated'],
    [successful, { paresStatus: 'U', authenticationResult: '6' }, 'authenticated'],
    [failed, { paresStatus: 'N', authenticationResult: '9', interactionCounter: '03' }, 'failed'],
    [failed, { authenticationResult: '9', challengeCancelCode: '01' }, 'failed'],
    [failed, { authenticationResult: '9' }, 'not_completed'],
    [failed, { paresStatus: 'N', authenticationResult: '9' }, 'not_completed'],
    [successful, { paresStatus: 'N' }, 'failed'],
    [successful, { paresStatus: 'R' }, 'failed'],
    [successful, { paresStatus: 'Y', authenticationResult: '-1' }, 'failed'],
    [failed, {}, 'failed'],
    [successful, {}, undefined],
    [successful, { paresStatus: 'C' }, undefined],
    [pending, { paresStatus: 'C' }, undefined],
    [successful, { paresStatus: 'Y', authenticationTransactionId: 'another' }, undefined],
  ])('a validation with status %s and %o is %s', (status, facts, kind) => {
    expect(validationReply(validation(status, facts), requested)?.kind).toBe(kind)
  })

  test('the evidence after a challenge takes its results from the validation only', () => {
    const facts = { paresStatus: 'U', indicator: 'internet', eciRaw: '07' }
    expect(validationReply(validation(successful, facts), requested)).toMatchObject({
      evidence: { veresEnrolled: 'Y', paresStatus: 'U', commerceIndicator: 'internet', eciRaw: '07' },
    })
    expect(validationReply(validation(successful, facts), requested)).not.toHaveProperty('evidence.cavv')
  })
})
