// Cards for the documented 3-D Secure cases; their payments are approved when the authentication allows it.
import type { AuthenticationOutcome } from '../payer-authentication/outcomes.ts'
import { approved, type CardBehaviour } from './behaviour.ts'
import { bothPrefixes } from './numbers.ts'

function authenticationCard(
  key: string,
  detail: string,
  authentication: AuthenticationOutcome,
  [visa, ...others]: string[],
): CardBehaviour {
  return {
    key,
    description: detail,
    numbers: [...bothPrefixes(visa!), ...others],
    authentication,
    payment: approved,
  }
}

export const authenticationCards: readonly CardBehaviour[] = [
  authenticationCard('3ds_2.1', '2.1 frictionless success', 'frictionless', [
    '4000000000001000',
    '4000000000002701',
    '5200000000001005',
    '5200000000002235',
    '340000000001007',
    '340000000002708',
  ]),
  authenticationCard('3ds_2.2', '2.2 frictionless failed', 'frictionless_failed', [
    '4000000000001018',
    '4000000000002925',
    '5200000000001013',
    '5200000000002276',
    '340000000001015',
    '340000000002096',
  ]),
  authenticationCard('3ds_2.3', '2.3 attempt', 'attempt', [
    '4000000000001026',
    '4000000000002719',
    '5200000000001021',
    '5200000000002482',
    '340000000001023',
    '340000000002872',
  ]),
  authenticationCard('3ds_2.4', '2.4 unavailable at the issuer', 'unavailable', [
    '4000000000001034',
    '4000000000002313',
    '5200000000001039',
    '5200000000002268',
    '340000000001031',
    '340000000002922',
  ]),
  authenticationCard('3ds_2.5', '2.5 rejected', 'rejected', [
    '4000000000001042',
    '4000000000002537',
    '5200000000001047',
    '5200000000002185',
    '340000000001049',
    '340000000002062',
  ]),
  authenticationCard('3ds_2.6', '2.6 not available on lookup', 'lookup_unavailable', [
    '4000000000001059',
    '4000000000002990',
    '5200000000001054',
    '5200000000002409',
    '340000000001056',
    '340000000002468',
  ]),
  authenticationCard('3ds_2.7', '2.7 error on lookup', 'lookup_error', [
    '4000000000001067',
    '4000000000002446',
    '5200000000001062',
    '5200000000002037',
    '340000000001064',
    '340000000002732',
  ]),
  authenticationCard('3ds_2.8', '2.8 time-out on lookup (10 s)', 'lookup_timeout', [
    '4000000000001075',
    '4000000000002354',
    '5200000000001070',
    '5200000000002326',
    '340000000001072',
    '340000000002047',
  ]),
  authenticationCard('3ds_2.9', '2.9 challenge success (code 1234)', 'challenge', [
    '4000000000001091',
    '4000000000002503',
    '5200000000001096',
    '5200000000002151',
    '340000000001098',
    '340000000002534',
  ]),
  authenticationCard('3ds_2.10', '2.10 challenge failed', 'challenge_failed', [
    '4000000000001109',
    '4000000000002370',
    '5200000000001104',
    '5200000000002490',
    '340000000001106',
    '340000000002237',
  ]),
  authenticationCard('3ds_2.11', '2.11 challenge unavailable', 'challenge_unavailable', [
    '4000000000001117',
    '4000000000002420',
    '5200000000001112',
    '5200000000002664',
    '340000000001114',
    '340000000002484',
  ]),
  authenticationCard('3ds_2.12', '2.12 error in the challenge', 'challenge_error', [
    '4000000000001125',
    '4000000000002644',
    '5200000000001120',
    '5200000000002656',
  ]),
  authenticationCard('3ds_2.13', '2.13 bypassed', 'bypassed', [
    '4000000000001083',
    '4000000000002560',
    '5200000000001088',
    '5200000000002508',
    '340000000001080',
  ]),
  {
    key: '3ds_2.14',
    description: '2.14 method URL check',
    numbers: ['4000100000000000'],
    authentication: 'frictionless',
    payment: approved,
  },
  {
    key: '3ds_message',
    description: 'authentication failed, with a message from the issuer',
    numbers: ['4000000000002040'],
    authentication: 'frictionless_failed_with_message',
    payment: approved,
  },
  {
    key: '3ds_data_only',
    description: 'data only: approved without authentication',
    numbers: ['4000000000002024', '5200000000002805'],
    authentication: 'unavailable',
    payment: approved,
  },
]
