import { describe, expect, test } from 'vitest'
import { unknownSettings, unknownSettingText } from './unknown-settings.ts'
import { settingNames } from './variables.ts'

const textsOf = (environment: Record<string, string>) => unknownSettings(environment).map(unknownSettingText)

describe('variables that are not settings', () => {
  test.each([
    ['PORTT', 'PORT'],
    ['PROT', 'PORT'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['MASTERKEY', 'MASTER_KEY'],
    ['MASTERKEY_FILE', 'MASTER_KEY'],
    ['CARD_GATEWAY_PRODUCTION_SHARED_SECRETS', 'CARD_GATEWAY_PRODUCTION_SHARED_SECRET'],
    ['LIKUTA_DATADIR', 'LIKUTA_DATA_DIR'],
  ])('the unknown variable %s is reported with the similar setting %s', (name, nearest) => {
    expect(unknownSettings({ [name]: 'x' })).toEqual([{ name, nearest }])
    expect(textsOf({ [name]: 'x' })).toEqual([`${name}: is not a setting, did you mean ${nearest}?`])
  })

  test('an unknown variable with our prefix is reported even if no setting is similar', () => {
    expect(textsOf({ LIKUTA_COLOUR: 'blue', LIKUTA_BANNER: 'on' })).toEqual([
      'LIKUTA_BANNER: is not a setting (docs/settings.md lists them)',
      'LIKUTA_COLOUR: is not a setting (docs/settings.md lists them)',
    ])
  })

  test("settings, empty variables and other programs' variables are not reported", () => {
    const settings = settingNames.flatMap((name) => [name, `${name}_FILE`])
    const ofOthers = [
      ...[
        'HOME',
        'PATH',
        'PWD',
        'USER',
        'LANG',
        'TERM',
        'SHELL',
        'HOSTNAME',
        'EDITOR',
        'NODE_ENV',
        'CI',
        'TZ',
        'TMPDIR',
      ],
      ...['LIKUTA_API_KEY', 'LIKUTA_API_SECRET', 'LIKUTA_API_SERVICE_HOST', 'LIKUTA_API_SERVICE_PORT_HTTP'],
      ...['LIKUTA_API_PORT_8080_TCP_ADDR', 'npm_config_user_agent', 'INIT_CWD'],
    ]
    const environment = Object.fromEntries([...settings, ...ofOthers].map((name) => [name, 'x']))
    expect(textsOf({ ...environment, PORTT: '', LIKUTA_API_PORT: 'tcp://10.0.0.1:8080' })).toEqual([])
  })
})
