// The cause and the remedy of each error code of the remittance service. The pages of docs/errors/ are generated from this
// file and from the problem catalogues; a test checks that every code the sources throw has an entry.
import { accessProblems } from '../../admin/access.ts'
import { batchProblems } from '../../batches/problems.ts'
import { complianceProblems } from '../../compliance/problems.ts'
import type { ProblemSpec } from '../../kernel/problem.ts'
import { basicProblems } from '../../merchants/identity/basic-auth.ts'
import { merchantAdminProblems, selfServiceProblems } from '../../merchants/problems.ts'
import { codeOf } from '../../platform/http/http.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { remittanceProblems } from '../transfer/problems.ts'

/** Oversized headers are refused on the raw socket, before a path is known, so that response has no code. */
const { headers_too_large: _, ...codedRequestProblems } = requestProblems

const catalogues: readonly Readonly<Record<string, ProblemSpec>>[] = [
  codedRequestProblems,
  basicProblems,
  accessProblems,
  selfServiceProblems,
  merchantAdminProblems,
  complianceProblems,
  remittanceProblems,
  batchProblems,
]

/** All problems of the remittance service, grouped by code and sorted by the code's number. */
export function problemsByCode(): Map<string, ProblemSpec[]> {
  const found = new Map<string, ProblemSpec[]>()
  for (const spec of catalogues.flatMap((catalogue) => Object.values(catalogue)))
    found.set(codeOf(spec), [...(found.get(codeOf(spec)) ?? []), spec])
  return new Map([...found].sort(([a], [b]) => numberOf(a) - numberOf(b)))
}

const numberOf = (code: string) => Number(code.slice(4))

/** Why a code is returned, and what the caller should do. Both are Markdown of the code's page in docs/errors/. */
export type Advice = { cause: string; remedy: string }

export const errorGuide: Readonly<Record<string, Advice>> = {
  'RMT-401': {
    cause:
      'On transfer paths: the `Authorization` header is missing, sent twice or not Basic, or the merchant code or merchant secret is wrong. After a rotation the old secret is refused at once. On self-service paths: the email or password is wrong, or the access token is missing, unknown, expired, or ended by a logout or a password change.',
    remedy:
      'For transfers, send `Authorization: Basic` with the Base64 of `<merchant_code>:<merchant_secret>`. The secret begins with `msk_`; the API key and API secret are for cards. For self-service, sign in again.',
  },
  'RMT-403': {
    cause:
      "The credentials are valid, but this request is not allowed. Possible reasons: the merchant is suspended; the request came from an IP address that is not on the merchant's allowlist; the deployment does not serve the merchant's environment; a production merchant used a sandbox-only call; a transfer was held in the sandbox before the merchant went live, so it cannot be released any more; sign-up is closed. On admin paths: the network or the token is not allowed.",
    remedy:
      'The message says which. Ask the team that runs the deployment. If you run it behind a proxy, `TRUSTED_PROXIES` decides which client address counts.',
  },
  'RMT-404': {
    cause:
      "The path does not exist, or nothing has this reference or id. Another merchant's transfer is reported as not found, too.",
    remedy:
      'Check the path and the reference. An inbound call that returned a 4xx created no transfer, so its reference is not found: fix the request and send it again.',
  },
  'RMT-405': {
    cause: 'The path exists but does not support this method.',
    remedy: 'The `Allow` header of the response lists the supported methods.',
  },
  'RMT-409': {
    cause:
      'An earlier request with the same `Idempotency-Key` is still running, or the merchant is in a state that does not allow this request. The message names the state.',
    remedy:
      'With an `Idempotency-Key`: wait a second and send the same request with the same key; it returns the first response. Otherwise read the current state: `GET /api/v1/merchant/go-live`, `GET /api/v1/merchant/callback`.',
  },
  'RMT-413': {
    cause: 'The body is larger than 64 KiB, or larger than 4 KiB in a request without credentials.',
    remedy: 'A transfer needs about 1 KiB. Send `Authorization` with every request that needs it.',
  },
  'RMT-415': {
    cause: 'The body is not declared as JSON, or it is compressed.',
    remedy: 'Send `Content-Type: application/json` and no `Content-Encoding`.',
  },
  'RMT-422': {
    cause:
      'The `Idempotency-Key` was used for a different request within the last 24 hours, or it is not 1 to 255 printable ASCII characters.',
    remedy:
      'Use a new key for each new request, and the same key only to repeat a request. For transfers, the reference does the same without a key.',
  },
  'RMT-429': {
    cause:
      'The merchant has sent too many requests; `RateLimit-Limit` gives the largest burst. At login: after too many wrong passwords the email is locked from this IP address, even with the right password. Keys and secrets continue to work.',
    remedy:
      'Wait for the seconds in `Retry-After`. Follow transfers by their webhooks, and poll only those whose webhook is late.',
  },
  'RMT-500': {
    cause: "A fault on our side. The log has it under the response's `X-Request-Id`.",
    remedy:
      'The request may or may not have been carried out. Send it again with the same reference: nothing is moved twice. If the error persists, report the `X-Request-Id`.',
  },
  'RMT-503': {
    cause:
      'The service is overloaded and refuses the least important requests before it starts them: lists first, then status requests, then transfers. Or the database cannot be reached at the moment.',
    remedy:
      'Send the same request again after `Retry-After`, with the same reference or `Idempotency-Key`; neither has been used. Follow transfers by their webhooks: they are delivered even while lists are refused.',
  },
  'RMT-1001': {
    cause:
      'The body is not a single JSON value in UTF-8: for example a trailing comma, a duplicate key, a byte order mark or an empty body.',
    remedy: 'Let a JSON library write the body.',
  },
  'RMT-1002': {
    cause:
      'The amount is not a JSON number, is not above 0, has more than two decimals, or is above 9999999999.99 (10000.00 for a top-up). A string such as `"1.00"` is not a number. An amount worth less than one US cent is refused as well.',
    remedy: 'Send a number: `"amount": 12.5`.',
  },
  'RMT-1003': {
    cause:
      "The sender's currency is not one of USD, EUR, NGN, GHS, UGX, CAD; `receiver_currency` is not USD; or the currency of a live rate is not an ISO 4217 code that the rate provider supports.",
    remedy: 'Send the code in capital letters. Leave `receiver_currency` out.',
  },
  'RMT-1004': {
    cause:
      "The phone number is invalid, belongs to no supported operator, or contradicts the `operator` field. `errors` names the field. A sender's number may be from any country, as long as it can be dialled.",
    remedy:
      'Check the number with `GET /api/v1/remittance/kyc?phone=…`, which returns its country and operator, and leave `operator` out: the prefix decides.',
  },
  'RMT-1005': {
    cause:
      'Fields are missing, empty, too long or of the wrong type, or a list parameter is wrong. `errors` names every one of them, including those that have codes of their own.',
    remedy:
      'Fix everything in `errors`: the first response lists all of them. Of the required fields, only `sender_msisdn`, `sender_middle_name` and `receiver_middle_name` may be empty strings.',
  },
  'RMT-1006': {
    cause:
      'A date is not in the form `YYYY-MM-DD` or does not exist; the sender is under 18; or the document has expired, is not issued yet, or was issued after its expiry date.',
    remedy: '`errors` names the dates. A sender under 18 or with an expired document cannot send a transfer.',
  },
  'RMT-1007': {
    cause:
      'A transfer with this reference exists with other fields; `errors` names those that differ. This request changed nothing.',
    remedy:
      'To repeat a transfer, send the same fields. For a new transfer, use a new reference. Read the existing one with `GET /api/v1/remittance/transaction/status?reference=…`.',
  },
  'RMT-1008': {
    cause:
      'What should be decided was decided already, or it has expired: an approval, a refund request, a payout, an adjustment, a held transfer, exchange rates, a compliance case. The message names its state. A case with a transfer or an alert that is not decided cannot be closed. For a receipt: the transfer has not been paid.',
    remedy: 'Reload the list of what waits.',
  },
  'RMT-1009': {
    cause: "`current_password` is not the account's password.",
    remedy: 'Send the password you sign in with.',
  },
  'RMT-1010': {
    cause: 'The new password is not accepted. The message says why.',
    remedy: 'Choose 12 to 128 characters that are not on a list of common passwords.',
  },
  'RMT-1011': {
    cause: 'An entry of `addresses` is neither an IP address nor a network in CIDR notation.',
    remedy: 'Write `203.0.113.7` or `203.0.113.0/24`. An empty list allows every address.',
  },
  'RMT-1012': {
    cause: "Admins only: the number is already on this environment's blacklist.",
    remedy: 'Nothing: the number is blocked.',
  },
  'RMT-1013': {
    cause: 'Admins only: this alert has been closed already.',
    remedy: 'Read the alert to see who closed it, and why.',
  },
  'RMT-1014': {
    cause:
      'Admins only: the transfer is not Successful, has been reversed or is being reversed, or its operator does not support reversals. The message says which. Nothing was sent to the operator.',
    remedy:
      'Read the transfer again: `allowed_actions.reverse` says whether it can be reversed. If the operator cannot reverse it, agree the repayment with the beneficiary.',
  },
  'RMT-1015': {
    cause: '`sender_document_type` is not one of PASSPORT, NATIONAL_ID, DRIVING_LICENCE, VOTER_CARD, OTHER.',
    remedy: 'Send the value in capital letters. `errors` has the list.',
  },
  'RMT-1016': {
    cause: '`reason_of_transaction` is not one of its 23 values.',
    remedy:
      'Send the value in capital letters. `errors` has the list; `OTHER` with `reason_details` is always possible.',
  },
  'RMT-1017': {
    cause: '`source_of_funds` is not one of its 10 values.',
    remedy: 'Send the value in capital letters. `errors` has the list.',
  },
  'RMT-1018': {
    cause: 'Both `receiver_current_address` and `receiver_permanent_address` are missing or empty.',
    remedy: 'Send at least one of them.',
  },
  'RMT-1019': {
    cause:
      '`receiver_document_type` is not one of PASSPORT, NATIONAL_ID, DRIVING_LICENCE, VOTER_CARD, OTHER.',
    remedy: 'Send the value in capital letters. `errors` has the list.',
  },
  'RMT-1020': {
    cause:
      'Admins only: nothing has been sent to the operator yet, or no connection to it is configured, so there is no payout to inquire about. The message says which.',
    remedy: 'Read the transfer again: `payout` says whether and when it was sent.',
  },
  'RMT-1021': {
    cause:
      'Admins only: the admin who requested an adjustment, or proposed the outcome of a compliance case, may not decide it.',
    remedy:
      'Ask another admin to decide. Owners count, not tokens or their names: an owner with two tokens is still one person.',
  },
  'RMT-1022': {
    cause:
      'Admins only: an adjustment, the outcome of a compliance case, or a top-up above the amount that one admin may add within 24 hours needs two admins, and `ADMIN_TOKENS` of this deployment has only one owner.',
    remedy: 'Add a second owner with a separate token to `ADMIN_TOKENS`.',
  },
  'RMT-1024': {
    cause: 'Admins only: another admin has paused or resumed the operator already.',
    remedy: 'Reload the list of operators.',
  },
  'RMT-1034': {
    cause:
      'You have uploaded the same rows as a batch within the last 30 days, in whatever order and under whatever name. Nothing was stored, so nobody is paid twice.',
    remedy:
      'Read the earlier batch: `errors` has its `batch_id`. If the same people are to be paid the same amounts again, give the rows new references. A batch that was cancelled before anything was sent does not count.',
  },
  'RMT-1026': {
    cause: 'Another admin has changed the limit rules since you read them. Nothing was changed.',
    remedy:
      'Read the rules again with `GET /api/v1/admin/compliance/rules`, and make the change from their `version`.',
  },
  'RMT-1030': {
    cause:
      'The transfer names a quote (`quote_id`) that was made for another amount, currency, operator or number. `errors` names the fields that differ. No transfer was created, and the quote can still be used.',
    remedy:
      'Leave `amount` and `currency` out, so that the quote gives them, or ask for a quote for this transfer. Send the money to the operator and the number that the quote was made for.',
  },
  'RMT-1031': {
    cause:
      'The quote has expired: `expires_at` had come when the transfer was decided. No transfer was created. `errors` has an item for `quote_id` with a new `quote` for the same amount, unless there is no fresh rate or the limit of unused quotes is reached.',
    remedy:
      'Show the sender the new price. If they agree, send the transfer again with the new `quote_id`; its `reference` is free.',
  },
  'RMT-1032': {
    cause: 'Another transfer has used this quote. A quote is for one transfer.',
    remedy:
      'To learn what became of a transfer, repeat it with its own `reference`: it gets the first response. For another transfer, ask for another quote.',
  },
  'RMT-1033': {
    cause:
      'With this quote, your unused quotes would promise more than your limit, or those of all merchants more than the service allows in this currency. Used and expired quotes do not count.',
    remedy:
      'Ask for a quote when a sender is about to pay, not for everyone who looks at a price: `GET /api/v1/remittance/rate` shows rates without promising them. Try again when quotes have been used or have expired, or ask the team that runs the deployment for a higher limit.',
  },
  'RMT-1025': {
    cause:
      'The change could divert money or give access, so you must confirm your identity again. `X-Step-Up-Token` is missing or unknown, it is older than five minutes, or it belongs to another sign-in. A user with a second factor gets no token for the password alone.',
    remedy:
      'Call `POST /api/v1/merchant/step-up` with the password or, for a user with a second factor, with that factor, and send the token that it returns as `X-Step-Up-Token` within five minutes. An admin user calls `POST /api/v1/admin/step-up` with a code or a passkey.',
  },
  'RMT-1027': {
    cause:
      'The user has a second factor. The password is right and not enough: no code was sent, or one that is wrong or was used already. Nobody was signed in.',
    remedy:
      'Send the code of the authenticator app as `totp` or one of the recovery codes as `recovery_code`, or use a passkey. When signing in, send it with the email and the password.',
  },
  'RMT-1028': {
    cause:
      'The code of the authenticator app or the recovery code is wrong, or was used already: each code is accepted once. Five wrong codes within 15 minutes lock sign-in for 15 minutes.',
    remedy:
      'Wait for the next code of the app and send that. If codes stay wrong, set the clock of the phone.',
  },
  'RMT-1029': {
    cause:
      'What the browser sent for the passkey does not fit: the challenge is older than five minutes or was used, it was made for another session, or the passkey belongs to another user.',
    remedy: 'Begin again with new options.',
  },
  'RMT-2001': {
    cause:
      "The wallet's available balance is below the amount plus the fee. No transfer was created, and its reference is free. When an admin releases a held transfer, it stays held; when an admin approves an adjustment, it stays pending.",
    remedy:
      'Check `GET /api/v1/remittance/balance`, have the wallet topped up, and send the same request again. In a sandbox: `POST /api/v1/remittance/sandbox/topup`.',
  },
  'RMT-3001': {
    cause: "The beneficiary's number is blacklisted. No transfer was created.",
    remedy:
      'Do not send to this number. The team that runs the deployment can tell you why it is blacklisted.',
  },
  'RMT-3002': {
    cause:
      'With this transfer, the sender, the beneficiary, the number or the document would exceed a limit. Transfers of all partners count. No transfer was created, and its reference stays free. `errors` has an item for each limit: `rule`, and `frees_at`, the time from which it allows this transfer; null if the amount is above the limit by itself.',
    remedy:
      'Send the same request again after `frees_at`, or a smaller amount. `GET /api/v1/remittance/limits` tells what is left.',
  },
  'RMT-4001': {
    cause:
      'The operator has no mobile-money wallet with this number, or the wallet cannot receive money. No transfer was created.',
    remedy:
      'Ask the sender to check the number, or the beneficiary to have the wallet activated. `GET /api/v1/remittance/account-lookup` checks a number without sending money.',
  },
  'RMT-4006': {
    cause:
      "`expected_receiver_name` differs too much from the wallet's registered name: the match score is below 0.6. No transfer was created.",
    remedy:
      'Ask the sender to check the number. `GET /api/v1/remittance/account-lookup` with `expected_receiver_name` shows word by word what matched. Order, case, accents and usual spellings make no difference.',
  },
  'RMT-5001': {
    cause:
      'The operator did not reply to the name inquiry, no connection to it is configured, or an admin has paused it. No transfer was created. When an admin inquires about a transfer: the operator did not reply, and nothing has changed.',
    remedy: 'Send the same request again later, with the same reference.',
  },
  'RMT-5002': {
    cause:
      'The rate provider did not reply to the request for a live rate, or none is configured. Transfers are not affected: they are converted by the rate table.',
    remedy: 'Use `GET /api/v1/remittance/rate`, which does not depend on the provider, or try again later.',
  },
  'RMT-5003': {
    cause:
      'The exchange rates are more than 12 hours old, or there are none yet, so nothing can be converted. No transfer was created. Transfers in USD need no rate.',
    remedy:
      'Send the same request again later, with the same reference. If you run the deployment, see docs/operations.md, Exchange rates.',
  },
  'RMT-9001': {
    cause: 'Transfers out of the country are not supported.',
    remedy: 'Use `POST /api/v1/remittance/inbound`, the only kind of transfer.',
  },
  'RMT-9003': {
    cause: 'In the sandbox, a transfer may be worth at most 1.00 USD, whatever its currency.',
    remedy: 'Send a smaller amount: `"amount": 1, "currency": "USD"`.',
  },
}
