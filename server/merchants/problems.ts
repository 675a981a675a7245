// Every way to refuse a request about merchants: signed requests, self-service and the admin API.

import { accountProblems, bearerChallenge as challenge } from '../accounts/problems.ts'
import { stepUpDiffersProblem, stepUpProblem } from '../admin/access.ts'
import type { ProblemSpec } from '../kernel/problem.ts'

export const signingProblems = {
  headers_missing: { status: 401, detail: 'Missing authentication headers', retry: 'never' },
  header_doubled: { status: 400, detail: 'Duplicate authentication header', retry: 'never' },
  timestamp_malformed: { status: 400, detail: 'X-Timestamp must be Unix seconds', retry: 'never' },
  timestamp_expired: { status: 408, detail: 'Request timestamp expired', retry: 'never' },
  timestamp_ahead: { status: 408, detail: 'Request timestamp is in the future', retry: 'never' },
  merchant_unknown: { status: 404, detail: 'Merchant not found', retry: 'never' },
  signature_wrong: { status: 403, detail: 'Invalid request signature', retry: 'never' },
  environment_wrong: { status: 403, detail: 'Unauthorized environment', retry: 'never' },
  address_refused: { status: 403, detail: 'IP address not allowed', retry: 'never' },
  suspended: { status: 403, detail: 'Merchant suspended', retry: 'never' },
  scope_missing: { status: 403, detail: 'API key lacks scope {scope}', retry: 'never' },
} as const satisfies Record<string, ProblemSpec>

export const selfServiceProblems = {
  step_up_required: stepUpProblem,
  step_up_differs: stepUpDiffersProblem,
  ...accountProblems,
  token_wrong: { code: 'RMT-401', status: 401, detail: 'Access token missing, unknown or expired', retry: 'never', headers: challenge },
  suspended: { code: 'RMT-403', status: 403, detail: 'Merchant suspended', retry: 'never' },
  sample_read_only: { code: 'RMT-403', status: 403, detail: 'A sample can only be read', retry: 'never' },
  role_refused: { code: 'RMT-403', status: 403, detail: 'Not allowed for your role', retry: 'never' },
  cross_site: { code: 'RMT-403', status: 403, detail: 'Request from a site other than {address}', retry: 'never' },
  sign_up_closed: { code: 'RMT-403', status: 403, detail: 'Sign-up is closed on this deployment', retry: 'never' },
  links_not_mailed: { code: 'RMT-403', status: 403, detail: 'This deployment sends no email', retry: 'never' },
  email_refused: { code: 'RMT-409', status: 409, detail: 'No account can be created with this email', retry: 'never' },
  name_reserved: { code: 'RMT-409', status: 409, detail: 'This name cannot be used', retry: 'never' },
  reset_link_unusable: { code: 'RMT-404', status: 404, detail: 'This password reset link is unknown, used or expired', retry: 'never' },
  address_confirmed: { code: 'RMT-409', status: 409, detail: 'The address is confirmed already', retry: 'never' },
  phone_missing: { code: 'RMT-409', status: 409, detail: 'No telephone is set', retry: 'never' },
  network_invalid: { code: 'RMT-1011', status: 400, detail: 'An address is not an IP address or a CIDR network', retry: 'never' },
  endpoints_full: { code: 'RMT-409', status: 409, detail: 'A merchant has at most 8 webhook endpoints', retry: 'never' },
  endpoint_disabled: { code: 'RMT-409', status: 409, detail: 'The webhook endpoint is disabled or deleted', retry: 'never' },
  endpoint_unknown: { code: 'RMT-404', status: 404, detail: 'Webhook endpoint not found', retry: 'never' },
  callback_missing: { code: 'RMT-409', status: 409, detail: 'No callback_url is set', retry: 'never' },
  totp_known: { code: 'RMT-409', status: 409, detail: 'An authenticator app is set up already', retry: 'never' },
  totp_unknown: { code: 'RMT-409', status: 409, detail: 'No authenticator app is being set up', retry: 'never' },
  factor_missing: { code: 'RMT-409', status: 409, detail: 'The account has no second factor', retry: 'never' },
  last_owner: { code: 'RMT-409', status: 409, detail: 'A merchant needs at least one owner', retry: 'never' },
  second_user_missing: { code: 'RMT-409', status: 409, detail: 'A rule needs a second user who can approve: invite one first', retry: 'never' },
  last_approver: { code: 'RMT-409', status: 409, detail: 'While approvals are required, a merchant keeps two users who can approve', retry: 'never' },
  rule_amount: { code: 'RMT-1002', status: 400, detail: 'Invalid amount', retry: 'never' },
  users_full: { code: 'RMT-409', status: 409, detail: 'A merchant has at most 100 users and open invitations', retry: 'never' },
  user_exists: { code: 'RMT-409', status: 409, detail: 'This email belongs to a user of the merchant already', retry: 'never' },
  invitation_unknown: { code: 'RMT-404', status: 404, detail: 'Invitation not found', retry: 'never' },
  invitation_unusable: { code: 'RMT-404', status: 404, detail: 'This invitation is unknown, used or expired', retry: 'never' },
  delivery_unknown: { code: 'RMT-404', status: 404, detail: 'Delivery not found', retry: 'never' },
  resend_too_large: { code: 'RMT-409', status: 409, detail: 'This time has more than 10,000 deliveries: choose a shorter one', retry: 'never' },
  go_live_pending: { code: 'RMT-409', status: 409, detail: 'A go-live request is already pending', retry: 'never' },
  live_already: { code: 'RMT-409', status: 409, detail: 'The merchant is already live', retry: 'never' },
  is_test_profile: { code: 'RMT-409', status: 409, detail: 'A test profile stays in the sandbox', retry: 'never' },
  test_profile_missing: { code: 'RMT-409', status: 409, detail: 'A merchant has a test profile from go-live on', retry: 'never' },
} as const satisfies Record<string, ProblemSpec> // biome-ignore format: a table with one row per line

export const merchantAdminProblems = {
  merchant_unknown: { code: 'RMT-404', status: 404, detail: 'Merchant not found', retry: 'never' },
  nothing_pending: {
    code: 'RMT-1008',
    status: 409,
    detail: 'No go-live request is pending',
    retry: 'never',
  },
  live_already: { code: 'RMT-1008', status: 409, detail: 'The merchant is already live', retry: 'never' },
  suspended: { code: 'RMT-409', status: 409, detail: 'A suspended merchant cannot go live', retry: 'never' },
  is_test_profile: {
    code: 'RMT-409',
    status: 409,
    detail: 'A test profile stays in the sandbox',
    retry: 'never',
  },
  status_unchanged: {
    code: 'RMT-409',
    status: 409,
    detail: 'The merchant is already {status}',
    retry: 'never',
  },
  right_changed: {
    code: 'RMT-409',
    status: 409,
    detail: 'The refund right or the limit has changed since this was requested',
    retry: 'never',
  },
} as const satisfies Record<string, ProblemSpec>

export const businessProblems = {
  papers_off: { code: 'RMT-409', status: 409, detail: 'This deployment asks for no papers', retry: 'never' },
  business_fixed: { code: 'RMT-409', status: 409, detail: 'The business can be changed while no go-live request is pending or approved', retry: 'never' },
  business_changed: { code: 'RMT-409', status: 409, detail: 'The business has changed meanwhile: send the request again', retry: 'later' },
  business_incomplete: { code: 'RMT-409', status: 409, detail: 'Missing for going live: {missing}', sent: ['missing'], retry: 'never' },
  business_unknown: { code: 'RMT-404', status: 404, detail: 'The merchant has stated no business', retry: 'never' },
  paper_unknown: { code: 'RMT-404', status: 404, detail: 'The business has no such paper', retry: 'never' },
  file_unknown: { code: 'RMT-404', status: 404, detail: 'File not found', retry: 'never' },
  files_too_many: { code: 'RMT-409', status: 409, detail: 'A paper has at most 5 files, and a business 100', retry: 'never' },
  file_gap: { code: 'RMT-409', status: 409, detail: 'A piece before this one is missing: continue at the offset', retry: 'never' },
  file_piece_length: { code: 'RMT-1005', status: 400, detail: 'The piece is empty or longer than the rest of the file', retry: 'never' },
  paper_decided: { code: 'RMT-1008', status: 409, detail: 'The paper is not waiting for a decision', retry: 'never' },
  paper_changed: { code: 'RMT-409', status: 409, detail: 'The paper has other files now: read it again', retry: 'never' },
  not_submitted: { code: 'RMT-409', status: 409, detail: 'The merchant has not sent its request yet', retry: 'never' },
  papers_open: { code: 'RMT-409', status: 409, detail: 'Not accepted yet: {open}', sent: ['open'], retry: 'never' },
  owner_unknown: { code: 'RMT-404', status: 404, detail: 'Owner not found', retry: 'never' },
  owner_decided: { code: 'RMT-1008', status: 409, detail: 'The owner has no match to decide', retry: 'never' },
} as const satisfies Record<string, ProblemSpec> // biome-ignore format: a table with one row per line
