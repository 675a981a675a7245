// Routes of admins for the column mappings of our banks' CSV.

import { z } from 'zod'
import { adminOf, adminStepUpHeader, stepUpProblem } from '../../admin/access.ts'
import { Problem } from '../../kernel/problem.ts'
import { admins } from '../../platform/http/access.ts'
import { check } from '../../platform/http/body/body.ts'
import { endpoint, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { bankProblems } from '../problems.ts'
import { accountsWithMappings, type MappingNeeds, setCsvMapping } from './mappings.ts'
import { mappingBody, mappingResponse, mappingSchema, mappingsResponse } from './schemas.ts'

const admin = { tag: 'Admin: bank' } as const
const account = {
  environment: z.enum(['sandbox', 'production']).meta({ examples: ['sandbox'] }),
  currency: z.enum(['USD', 'CDF']).meta({ examples: ['USD'] }),
}

export const csvMappingRoutes = [
  endpoint({
    ...admin,
    id: 'listBankCsvMappings',
    method: 'GET',
    path: '/api/v1/admin/bank/csv-mappings',
    priority: 'list',
    access: admins('money'),
    summary: "List the column mappings of our banks' CSV",
    description: 'One item for each of our accounts.',
    responses: { 200: mappingsResponse },
    handle: async (needs: MappingNeeds) => succeeded({ items: await accountsWithMappings(needs) }),
  }),
  endpoint({
    ...admin,
    id: 'setBankCsvMapping',
    method: 'PUT',
    path: '/api/v1/admin/bank/csv-mappings/:environment/:currency',
    priority: 'list',
    access: admins('move_money'),
    stepUp: 'required',
    conflictOfInterest: 'record',
    summary: "Set the column mapping of a bank's CSV",
    description:
      'Files whose header has these columns are then imported as statements of this account; null removes the mapping.',
    params: account,
    headers: adminStepUpHeader,
    body: mappingBody,
    responses: { 200: mappingResponse },
    problems: [stepUpProblem, bankProblems.own_account_unknown],
    handle: async (needs: MappingNeeds, { request, params }) => {
      const { mapping } = check(mappingSchema, jsonBody(request), 'body')
      const wanted = z.object(account).safeParse(params)
      if (!wanted.success) throw new Problem(bankProblems.own_account_unknown)
      const data = await setCsvMapping(needs, wanted.data, { mapping, admin: adminOf(request) })
      return succeeded(data)
    },
  }),
]
