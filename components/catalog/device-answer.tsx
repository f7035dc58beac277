import { takesEsim } from '#components/catalog/device-match.ts'
import type { DeviceLabels } from '#components/catalog/plan-labels.ts'
import { Notice } from '#components/ui/notice.tsx'
import { fillText } from '#lib/core/i18n/plurals.ts'
import type { DeviceFamily } from '#lib/settings/rules/own-devices.ts'

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
