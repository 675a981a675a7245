// The Dockerfile as data, so that its steps can be run without Docker.
export type Step =
  | { kind: 'run'; command: string }
  | { kind: 'copy'; from: string | undefined; sources: string[]; target: string }
  | { kind: 'workdir'; path: string }

export type Stage = {
  name: string
  steps: Step[]
  environment: Record<string, string>
  user: string | undefined
  healthcheck: string[]
  entrypoint: string[]
}

/** Supports the instructions that our Dockerfile uses; any other is an error, so that none is skipped unnoticed. */
export function readRecipe(text: string): Stage[] {
  const stages: Stage[] = []
  for (const line of text.replaceAll('\\\n', ' ').split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const [, instruction = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    if (instruction === 'FROM') stages.push(stageOf(rest, stages.length))
    else read(stages.at(-1), instruction, rest)
  }
  return stages
}

function stageOf(rest: string, position: number): Stage {
  const name = / AS (\S+)$/.exec(rest)?.[1] ?? String(position)
  return { name, steps: [], environment: {}, user: undefined, healthcheck: [], entrypoint: [] }
}

function read(stage: Stage | undefined, instruction: string, rest: string): void {
  if (!stage) throw new Error(`${instruction} before FROM`)
  if (instruction === 'RUN') stage.steps.push({ kind: 'run', command: rest })
  else if (instruction === 'WORKDIR') stage.steps.push({ kind: 'workdir', path: rest })
  else if (instruction === 'COPY') stage.steps.push(copyOf(rest))
  else if (instruction === 'ENV')
    for (const [, name, value] of rest.matchAll(/(\w+)=(\S+)/g)) stage.environment[name!] = value!
  else if (instruction === 'USER') stage.user = rest
  else if (instruction === 'ENTRYPOINT') stage.entrypoint = JSON.parse(rest)
  else if (instruction === 'HEALTHCHECK') stage.healthcheck = JSON.parse(rest.replace(/^.*?CMD /, ''))
  else if (!['EXPOSE', 'STOPSIGNAL', 'CMD'].includes(instruction))
    throw new Error(`${instruction} is not supported here`)
}

function copyOf(rest: string): Step {
  const [, from, paths = ''] = /^(?:--from=(\S+) )?(.*)$/.exec(rest) ?? []
  const parts = paths.split(' ')
  return { kind: 'copy', from, sources: parts.slice(0, -1), target: parts.at(-1)! }
}
