// Response schemas of the operator routes for admins.
import { z } from 'zod'
import { environmentName, named, success, zonelessStamp } from '../../platform/http/api.ts'
import { action, exampleTime, may } from '../http/schemas.ts'
import { operatorName } from '../transfer/schemas.ts'

export const pause = z
  .object({ reason: z.string(), paused_by: z.string(), paused_at: zonelessStamp })
  .meta({ id: 'OperatorPause' })

export const operatorState = z
  .object({
    environment: environmentName,
    operator: operatorName,
    protocol: z.string(),
    state: z.enum(['up', 'down', 'paused']),
    last_success_at: zonelessStamp.nullable(),
    last_failure_at: zonelessStamp.nullable(),
    last_failure: z.string().nullable(),
    pause: pause.nullable(),
    allowed_actions: z.object({ pause: action, resume: action }),
    pending: z.int().meta({ description: 'Calls waiting to be made.' }),
    unknown: z.int().meta({ description: 'Calls with an unknown outcome.' }),
  })
  .meta({ id: 'OperatorState' })

export const exampleOperator = {
  environment: 'sandbox',
  operator: 'vodacom',
  protocol: 'mpesa',
  state: 'up',
  last_success_at: exampleTime,
  last_failure_at: null,
  last_failure: null,
  pause: null,
  allowed_actions: { pause: may, resume: { allowed: false, reason: 'The operator is not paused' } },
  pending: 0,
  unknown: 0,
} as const

export const operatorsResponse = named('Operators', success(z.object({ items: z.array(operatorState) })), {
  status: 'success',
  data: { items: [exampleOperator] },
})

export const operatorResponse = named('OperatorResponse', success(operatorState), {
  status: 'success',
  data: exampleOperator,
})
