import type { DeviceLabels } from '#components/catalog/plan-labels.ts'
import { Notice } from '#components/ui/notice.tsx'
import { fillText } from '#lib/core/i18n/plurals.ts'
import { foldForSearch } from '#lib/core/rules/search-names.ts'
import type { DeviceFamily } from '#lib/settings/rules/own-devices.ts'

/** Returns the family a typed phone belongs to, the longest name first; `null` when the list does not know it. */
export function findDevice(families: readonly DeviceFamily[], text: string): DeviceFamily | null {
  const query = foldForSearch(text)
  if (query.length < 3) return null
  const names = families.flatMap((family) =>
    [`${family.brand} ${family.family}`, family.family, ...family.models].map((name) => ({
      family,
      name: foldForSearch(name),
    })),
  )
  const exact = names.filter(
    ({ name }) =>
      query === name ||
      query.startsWith(`${name} `) ||
      ` ${query} `.includes(` ${name} `) ||
      // The letters behind a model number say where it was sold.
      (isModelNumber(name) && query.startsWith(name)),
  )
  const longest = exact.sort((a, b) => b.name.length - a.name.length)[0]

  return longest?.family ?? null
}

function isModelNumber(name: string): boolean {
  return /^sm [a-z]\d{3}$/.test(name)
}

/**
 * Tells whether a phone of a family takes an eSIM, as far as its model number says where it was sold: a Samsung number
 * that ends in 0 was made for mainland China, Hong Kong, Macao or Taiwan.
 */
export function takesEsim({ supports, except }: Pick<DeviceFamily, 'supports' | 'except'>, text: string): boolean {
  const isMadeForChina = /^sm-[a-z]\d{3}0$/i.test(text.trim())

  return supports && !(isMadeForChina && except.includes('cn'))
}

/** What a browser tells of the phone that it runs on: `model` by its client hints, `''` where it keeps that to itself. */
export type ToldPhone = { userAgent: string; model: string }

const FIRST_IOS_ONLY_WITH_ESIM = 17

/** Returns the words under which the list knows the phone that a browser runs on; `null` when it does not say. */
export function ownPhone({ userAgent, model }: ToldPhone): string | null {
  const ios = /iPhone OS (\d+)_/.exec(userAgent)
  // No iPhone says its model, but newer systems run on those alone that take an eSIM.
  if (ios) return Number(ios[1]) >= FIRST_IOS_ONLY_WITH_ESIM ? 'iPhone with iOS 17 or newer' : null
  const [, written = ''] =
    /Android [\d.]+; (?:[a-z]{2}[-_][A-Za-z]{2}; )?([^;)]+?)(?: Build\/[^;)]*)?[;)]/.exec(userAgent) ?? []
  const name = model || written
  // Browsers that reduce what they say call every phone "K".
  return name === '' || name === 'K' ? null : name
}

/** The answer about a phone as it is kept on this device. */
export function toKnown(family: DeviceFamily, text: string) {
  const { brand, family: name, except, checkedOn } = family
  const answer = !takesEsim(family, text) ? 'no' : except.length > 0 ? 'mostly' : 'yes'

  return { name: `${brand} ${name}`, answer, checkedOn } as const
}

/** What the list says of a phone, with its date and where the same name was sold without eSIM. */
export function DeviceAnswer({ family, text, labels }: { family: DeviceFamily; text: string; labels: DeviceLabels }) {
  const isTaken = takesEsim(family, text)
  const date = new Intl.DateTimeFormat(labels.tag, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${family.checkedOn}T00:00:00Z`),
  )
  const except = family.except.map((region) => labels.regions[region] ?? region).join(', ')

  return (
    <Notice tone={isTaken ? 'good' : 'wait'}>
      <b>
        <bdi>
          {family.brand} {family.family}
        </bdi>
        : {isTaken ? labels.yes : labels.no}
      </b>{' '}
      {fillText(isTaken ? labels.checked : labels.checkedNo, { date })}
      {except ? ` ${fillText(labels.except, { regions: except })}` : ''}
    </Notice>
  )
}
