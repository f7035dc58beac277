// Words that the store no longer uses for a thing must not come back as names: `npm run check` runs this over identifiers and
// paths. See docs/glossary.md for the words that are used.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { ROOT } from './store/supervisor.mjs'

/** A former word, and what is said instead. */
const GONE = {
  act: 'action, audit event',
  acts: 'actions, events',
  adopt: 'link',
  card: 'esim',
  cards: 'esims',
  desk: 'staff orders, cancellation queue',
  door: 'access, sign-in',
  fact: 'detail, condition',
  facts: 'details, readings',
  figure: 'metric',
  figures: 'metrics',
  finding: 'discrepancy',
  findings: 'discrepancies',
  forgotten: 'stuck',
  hands: 'bulk actions',
  letter: 'email',
  letters: 'emails',
  look: 'check, lookup, approval, variant',
  looks: 'checks, approvals, appearance',
  overtaken: 'conflict',
  pace: 'throttle',
  premark: 'refundability rule',
  rail: 'stepper, navigation',
  seal: 'encrypt',
  sealed: 'encrypted, unrevealed',
  seals: 'encrypts',
  silent: 'unresponsive, unanswered',
  standing: 'status',
  standings: 'statuses',
  stray: 'orphan',
  strays: 'orphans',
  supplier: 'provider',
  surplus: 'duplicate',
  ticks: 'selection',
  till: 'sales',
  upstream: 'provider',
  wish: 'input, filter, body',
  wishes: 'inputs, filters, bodies',
}

/** Names that keep a former word, by what holds them. */
const KEPT_NAMES = {
  // Of the provider's and of payment providers' own, of columns, and of what is stored.
  others: `
    addCounterCard card card_not_supported card_velocity_exceeded cardApiDtoList cardId cardMetadata cardPlanFields
  cardPlanListWire cardPlanWire cards esimsCancelled cardsWithPerson cards_differ expired_card cardType cardWire card_opened cancelCards CARD CARDS CounterCard finding findings
  finding_settled getCardDetail holdsCard holdsCards letter listCardHistory listCards listCardSkus openCardFee premark
  renewCard renewCardByApiCode SANDBOX_COUNTER_CARDS shared_card simCards supplier supplier_credits supplier_low
  surplus_returned till_closed till_open toCardType`,
  // Columns, tables, and values that rows of the database hold.
  stored: `
    adopt cleanLooks facts factsReadAt figures lastLookAt look_again looks sealedCode sealedToken secondLook upstream
    upstream_calls upstream_order_unknown upstream_seconds upstream_unavailable`,
  // Fields of calls and addresses, as the browsers of the last release send them.
  calls: `
    act lookId`,
  // Keys and values of messages.
  messages: `
    fact figure`,
  // A library's own, or plain English in its plain sense.
  plain: `
    canLookUp latestLookTimes learnLookUp LOOK_UP_COLUMNS LookTimes lookTimes lookTimesOf LookTimesProps lookUp LookUp
    lookUpActions lookUpItems LookUpProof lookUps lookUpSafely proveLookUp toLookUpProof`,
}
const KEPT = new Set(Object.values(KEPT_NAMES).join(' ').split(/\s+/))

/** Addresses that people hold, and folders that say what stands in them. */
const KEPT_PATHS =
  /(^|\/)(sim-cards|premark-rules|supplier|admin-hands|admin-desk|card|simcards)(\/|\.json$)|^prisma\/migrations\//

// Strings, comments and patterns hold words, not names. A template keeps the names in its places.
const NO_NAME =
  /\/\*[\s\S]*?\*\/|(?<![:\\])\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|(?<=[=(,:!&|?;{}[]\s*)\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g

/** Returns the former words in a name: `ownCard` has `card`. */
export function formerWords(name) {
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []

  return words.map((word) => word.toLowerCase()).filter((word) => Object.hasOwn(GONE, word))
}

/** Returns the names of a source text that hold a former word, each once. */
export function formerNames(text) {
  const code = text
    .replace(NO_NAME, ' ')
    .replace(/`(?:[^`\\]|\\.)*`/g, (template) => (template.match(/\$\{[^}]*\}/g) ?? []).join(' '))
  // What a page says between tags is no name.
  const names = code.replace(/>[^<>{}]*</g, '><').match(/[A-Za-z_$][\w$]*/g) ?? []

  return [...new Set(names)].filter((name) => !KEPT.has(name) && formerWords(name).length > 0)
}

/** Returns the former words in the parts of a path. */
export function formerPath(file) {
  return KEPT_PATHS.test(file) ? [] : file.split(/[/.-]/).filter((part) => Object.hasOwn(GONE, part))
}

if (import.meta.main) {
  const tracked = execFileSync('git', ['ls-files', 'app', 'components', 'lib', 'prisma', 'scripts', 'tests'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  // This file alone has to name them.
  const files = tracked
    .split('\n')
    .filter((file) => file && fs.existsSync(path.join(ROOT, file)) && path.join(ROOT, file) !== import.meta.filename)
  const found = files.flatMap((file) => [
    ...formerPath(file).map((word) => `${file}: "${word}" is called ${GONE[word]}`),
    ...(/\.(ts|tsx|mjs)$/.test(file) ? formerNames(fs.readFileSync(path.join(ROOT, file), 'utf8')) : []).map(
      (name) =>
        `${file}: ${name}, ${formerWords(name)
          .map((word) => `"${word}" is called ${GONE[word]}`)
          .join(', ')}`,
    ),
  ])
  for (const line of found) console.log(line)
  console.log(`words: ${files.length} files`)
  process.exit(found.length > 0 ? 1 : 0)
}
