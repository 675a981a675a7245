// The files in deploy/ match the program: settings exist, files exist, and the promised hardening is in place.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'vitest'
import { readRecipe } from '../../deploy/recipe.ts'
import { settingsReference } from '../../server/config/variables.ts'

const files = readdirSync('deploy', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ya?ml|service|example)$|Dockerfile$/.test(name) && !name.startsWith('monitoring'))
  .map((name) => [join('deploy', name), readFileSync(join('deploy', name), 'utf8')] as const)
const known = new Set([...settingsReference().matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name!))
/** Variables of Node, of PostgreSQL's image, of Patroni and of systemd. */
const others = /^(NODE_ENV|POSTGRES_\w+|PATRONI_\w+|AF_\w+)$/

/** The variable names that each kind of file sets. */
const variablesIn = (text: string) =>
  [...text.matchAll(/(?:^|[\s,{"'=])([A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9])(?==|:|, value|$)/gm)].map(
    ([, name]) => name!,
  )

function assertHas(file: string, lines: readonly string[]): void {
  const text = readFileSync(join('deploy', file), 'utf8')
  for (const line of lines) assert(text.includes(line), `${file}: ${line}`)
}

describe('the files in deploy', () => {
  test.each(files)('%s sets only variables that the program reads', (_, text) => {
    const strange = variablesIn(text).filter(
      (name) => !known.has(name.replace(/_FILE$/, '')) && !others.test(name),
    )
    assert.deepEqual(strange, [])
  })

  test('control: a misspelt variable is detected in each kind of file', () => {
    for (const text of [
      'MASTER_KEYS_FILE: /run',
      '- { name: MASTER_KEYS, value: a }',
      'MASTER_KEYS=1',
      'name: MASTER_KEYS_FILE\n',
    ])
      assert.equal(variablesIn(text).length, 1, text)
  })

  test('the Dockerfile copies existing files and runs as a user that owns nothing [S-67]', () => {
    const stages = readRecipe(readFileSync('deploy/Dockerfile', 'utf8'))
    for (const { steps } of stages)
      for (const step of steps)
        if (step.kind === 'copy' && !step.from)
          for (const source of step.sources) assert(existsSync(source), source)
    assert.match(stages.at(-1)!.user ?? '', /^[1-9]\d{3,}:[1-9]\d{3,}$/)
  })

  test('control: an unknown Dockerfile instruction is an error', () => {
    assert.throws(() => readRecipe('FROM a\nADD x y'), /ADD/)
    assert.throws(() => readRecipe('RUN a'), /before FROM/)
  })

  test.each(['api', 'worker', 'migrate', 'backup', 'database-node'])(
    'the pods of %s have a read-only filesystem and cannot gain privileges [S-67]',
    (name) => {
      const lines = [
        'readOnlyRootFilesystem: true',
        'allowPrivilegeEscalation: false',
        'drop: [ALL]',
        'runAsNonRoot: true',
        'seccompProfile: { type: RuntimeDefault }',
        // Patroni agrees on the primary in objects of Kubernetes.
        name === 'database-node' ? 'serviceAccountName: postgres' : 'automountServiceAccountToken: false',
      ]
      assertHas(`kubernetes/${name}.yaml`, lines)
    },
  )

  test('no image names a registry', () => {
    const images = files.flatMap(([, text]) =>
      [...text.matchAll(/(?:^FROM|image:)\s+(\S+)/gm)].map(([, image]) => image!),
    )
    assert(images.length >= 6)
    for (const image of images) assert.match(image, /^[a-z]+(:[\w.-]+)?$/)
  })
})

describe('a database on several servers', () => {
  const unit = 'systemd/likuta-database@.service'

  test('a member on a machine gets the same variables of Patroni as one on Kubernetes', () => {
    const ofPlace = /^PATRONI_(ETCD3|KUBERNETES)_|_BIN_DIR$/
    const variables = (...names: string[]) =>
      new Set(
        names
          .flatMap((name) => variablesIn(readFileSync(join('deploy', name), 'utf8')))
          .filter((name) => name.startsWith('PATRONI_') && !ofPlace.test(name)),
      )
    const onMachines = variables(unit, 'database/database.env.example')
    assert(onMachines.size >= 11)
    assert.deepEqual([...onMachines].sort(), [...variables('kubernetes/database-node.yaml')].sort())
  })

  test('a commit waits for a standby, and a cell can be moved while it is written', () => {
    assertHas('database/patroni.yaml', [
      'synchronous_mode: true',
      'synchronous_mode_strict: true',
      "synchronous_commit: 'on'",
      'wal_level: logical',
      'sslmode=verify-full',
    ])
    assertHas('kubernetes/database-node.yaml', ['replicas: 3', 'topologyKey: kubernetes.io/hostname'])
  })

  test('the names of members in the catalogue of Citus are reachable from the processes of Likuta', () => {
    assertHas('kubernetes/database-node.yaml', [
      "value: '$(PATRONI_NAME).postgres.likuta.svc:5432'",
      'serviceName: postgres',
    ])
    assertHas('kubernetes/database.yaml', ['name: postgres', 'publishNotReadyAddresses: true'])
    for (const file of ['kubernetes/network.yaml', 'kubernetes/database.yaml'])
      assertHas(file, ['app.kubernetes.io/name: postgres', 'port: 5432'])
    assertHas(unit, ['CONNECT_ADDRESS=%H:543%i', 'RESTAPI_LISTEN=0.0.0.0:800%i'])
    assertHas('database/haproxy.cfg', ['db1.internal:5430 check port 8000'])
  })
})

test('the page build stage copies every file that its build imports and the documents it renders', () => {
  const stage = readFileSync('deploy/Dockerfile', 'utf8').split(/^FROM /m)[1] ?? ''
  const copied = [...stage.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, sources]) =>
    (sources as string).split(' '),
  )
  const isCopied = (file: string) => copied.some((source) => file === source || file.startsWith(`${source}/`))
  const seen = new Set<string>()
  const follow = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()'(\.[^']+\.ts)'/g))
      follow(join(dirname(file), path as string))
  }
  follow('scripts/pages/build-web.ts')
  assert.ok(seen.size > 5)
  assert.deepEqual(
    [...seen, 'docs/guides/en', 'docs/errors', 'web/guides'].filter((file) => !isCopied(file)),
    [],
  )
})
