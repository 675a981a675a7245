// A set of fields that create one token together.
import { createField, type Field } from './field.ts'
import { type ErrorDetail, fail, MicroformError } from './microform-error.ts'
import type { FieldOptions, FieldType, Styles, TokenOptions } from './wire.ts'

export type TokenCallback = (error: MicroformError | null, token?: string) => void

const parameterRules: [name: keyof TokenOptions, pattern: RegExp, isRequired: boolean][] = [
  ['expirationMonth', /^(0[1-9]|1[0-2])$/, true],
  ['expirationYear', /^20[1-9][0-9]$/, true],
  ['type', /^[0-9]{3}$/, false],
]

export function createMicroform(needs: { jwt: string; origin: string; styles: Styles }) {
  const fields = new Map<FieldType, Field>()
  const microformId = crypto.randomUUID()
  return {
    createField(fieldType: FieldType, options: FieldOptions = {}) {
      if (fieldType !== 'number' && fieldType !== 'securityCode') {
        fail('CREATE_FIELD_INVALID_FIELD_TYPE', 'A field is a number or a securityCode')
      }
      if (fields.has(fieldType)) fail('CREATE_FIELD_DUPLICATE', `There is already a ${fieldType} field`)
      const styles = options.styles ?? needs.styles
      const onDispose = () => fields.delete(fieldType)
      const created = createField({ ...needs, microformId, fieldType, styles, options, onDispose })
      fields.set(fieldType, created)
      return created.field
    },
    createToken(options: TokenOptions | TokenCallback, callback?: TokenCallback) {
      const done = typeof options === 'function' ? options : callback
      const wanted = typeof options === 'function' ? { expirationMonth: '', expirationYear: '' } : options
      if (typeof done !== 'function') fail('CREATE_TOKEN_UNABLE_TO_START', 'createToken needs a callback')
      requestToken(fields, wanted).then(
        (token) => done?.(null, token),
        (error: MicroformError) => done?.(error),
      )
    },
  }
}

async function requestToken(fields: Map<FieldType, Field>, options: TokenOptions): Promise<string> {
  if (fields.size === 0) fail('CREATE_TOKEN_NO_FIELDS', 'No field was created')
  const ready = [...fields].filter(([, field]) => field.internal.isReady())
  const number = fields.get('number')
  if (ready.length === 0 || !number?.internal.isReady()) {
    fail('CREATE_TOKEN_NO_FIELDS_LOADED', 'The card number field is not loaded')
  }
  const wrong = parameterFaults(options)
  if (wrong.length > 0) fail('CREATE_TOKEN_VALIDATION_PARAMS', 'One or more parameters are not valid', wrong)
  const hasSecurityCode = ready.some(([fieldType]) => fieldType === 'securityCode')
  const response = await number!.internal.requestToken({ options, hasSecurityCode })
  if ('fault' in response) throw new MicroformError(response.fault)
  return response.token
}

function parameterFaults(options: TokenOptions): ErrorDetail[] {
  return parameterRules
    .filter(([name, pattern, isRequired]) => {
      const value = options[name]
      return value === undefined || value === null ? isRequired : !pattern.test(String(value))
    })
    .map(([name]) => ({ location: name, message: 'Validation error' }))
}
