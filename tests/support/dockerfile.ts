import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

type Instruction = { word: string; rest: string }

/** The instructions of a Dockerfile, with their continued lines, in order. */
export function instructions(text: string): Instruction[] {
  return text
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => ({ word: line.split(' ', 1)[0] ?? '', rest: line.slice(line.indexOf(' ') + 1).trim() }))
}

/** Copies what a build would be sent: the files of the tree that git knows, without those of .dockerignore. */
export function copyContext(root: string, to: string): void {
  const ignored = fs.readFileSync(path.join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean)
  const isIgnored = (file: string) =>
    ignored.some((name) =>
      name.startsWith('*') ? file.endsWith(name.slice(1)) : file === name || file.startsWith(`${name}/`),
    )
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  for (const file of stdout.split('\0').filter((one) => one !== '' && !isIgnored(one))) {
    if (!fs.existsSync(path.join(root, file))) continue
    fs.mkdirSync(path.dirname(path.join(to, file)), { recursive: true })
    fs.copyFileSync(path.join(root, file), path.join(to, file))
  }
}

/** The machine that an image is made on: `base` stands for its root folder, `context` is what the build was sent. */
type Machine = { base: string; context: string; env: NodeJS.ProcessEnv; say: (text: string) => void }

/** What the last stage leaves: the folder it works in, its environment, how it starts and how it is asked for its health. */
export type Image = { folder: string; env: Record<string, string>; command: string[]; health: string[] }

/**
 * Carries a Dockerfile out in folders instead of a container: each COPY and RUN in order, every stage below a folder of its
 * own. Throws with what a command said when one fails. The owner of a file stays whoever does this.
 */
export function carryOut(steps: Instruction[], { base, context, env, say }: Machine): Image {
  const stages = new Map<string, string>()
  const image: Image = { folder: '', env: {}, command: [], health: [] }
  let root = ''
  const inStage = (file: string) => path.join(root, file)
  for (const { word, rest } of steps) {
    say(`${word} ${rest}`)
    if (word === 'FROM') {
      const name = / AS (\w+)$/.exec(rest)?.[1] ?? 'last'
      root = path.join(base, name)
      stages.set(name, root)
      Object.assign(image, { folder: root, env: {} })
    } else if (word === 'WORKDIR') {
      image.folder = inStage(rest)
      fs.mkdirSync(image.folder, { recursive: true })
    } else if (word === 'ENV') {
      for (const pair of rest.split(/\s+/)) image.env[pair.split('=', 1)[0] ?? ''] = pair.slice(pair.indexOf('=') + 1)
    } else if (word === 'COPY') {
      const words = rest.split(/\s+/)
      const from = words.find((one) => one.startsWith('--from='))?.slice('--from='.length)
      const names = words.filter((one) => !one.startsWith('--'))
      const source = from === undefined ? context : (stages.get(from) ?? '')
      const to = path.resolve(image.folder, names.pop() ?? '.')
      for (const name of names) copyInto(path.join(source, name), to)
    } else if (word === 'RUN') {
      // A path that begins at the root of the image begins at that of its stage.
      const command = rest.replaceAll(/(?<=\s)\/(?=\w)/g, `${root}/`)
      const ran = spawnSync('sh', ['-c', command], { cwd: image.folder, env, encoding: 'utf8', maxBuffer: 2 ** 26 })
      if (ran.status !== 0) throw new Error(`${rest}\n${ran.stdout.slice(-4_000)}\n${ran.stderr.slice(-4_000)}`)
    } else if (word === 'CMD') image.command = JSON.parse(rest)
    else if (word === 'HEALTHCHECK') image.health = JSON.parse(rest.slice(rest.indexOf('CMD ') + 4))
    else if (!['USER', 'VOLUME', 'EXPOSE'].includes(word)) throw new Error(`Nobody knows how to carry out ${word}.`)
  }

  return image
}

// As Docker does it: a folder gives its contents, a file goes by its name.
function copyInto(source: string, to: string): void {
  const isFolder = fs.statSync(source).isDirectory()
  fs.cpSync(source, isFolder ? to : path.join(to, path.basename(source)), { recursive: true, verbatimSymlinks: true })
}
