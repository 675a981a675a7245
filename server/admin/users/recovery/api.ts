// Routes for the recovery codes of the signed-in admin user.

import { z } from 'zod'
import { codesResponse } from '../../../accounts/factors/schemas.ts'
import { admins } from '../../../platform/http/access.ts'
import { named, success, zonelessStamp } from '../../../platform/http/api.ts'
import { endpoint, succeeded } from '../../../platform/http/endpoint.ts'
import { adminOf, adminStepUpHeader, stepUpProblem } from '../../access.ts'
import { staffProblems as problems } from '../problems.ts'
import type { SignInNeeds } from '../sign-in.ts'
import { provenCallOf } from '../step-up/proven-change.ts'
import { ownRecoveryCodes, renewOwnRecoveryCodes } from './own-codes.ts'

const own = { tag: 'Admin: staff' } as const

export const staffRecoveryRoutes = [
  endpoint({
    ...own,
    id: 'readAdminRecoveryCodes',
    method: 'GET',
    path: '/api/v1/admin/recovery-codes',
    priority: 'list',
    access: admins('account'),
    summary: 'Count the own recovery codes',
    responses: {
      200: named(
        'AdminRecoveryCodes',
        success(z.object({ left: z.int(), created_at: zonelessStamp.nullable() })),
        { status: 'success', data: { left: 10, created_at: '2026-11-21T09:30:00.118204' } },
      ),
    },
    problems: [problems.no_account],
    handle: async (needs: SignInNeeds, { request }) =>
      succeeded(await ownRecoveryCodes(needs, adminOf(request))),
  }),
  endpoint({
    ...own,
    id: 'renewAdminRecoveryCodes',
    method: 'POST',
    path: '/api/v1/admin/recovery-codes',
    priority: 'order',
    access: admins('account'),
    stepUp: 'required',
    conflictOfInterest: 'service',
    summary: 'Make recovery codes as an admin user',
    description:
      'Ten codes, shown only in this response. Each signs in once in place of the code of the authenticator app. The earlier ones end.',
    headers: adminStepUpHeader,
    responses: { 200: codesResponse },
    problems: [stepUpProblem, problems.no_account],
    handle: async (needs: SignInNeeds, { request }) =>
      succeeded(await renewOwnRecoveryCodes(needs, provenCallOf(request))),
  }),
]
