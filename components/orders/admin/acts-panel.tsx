import { useLocale, useTranslations } from 'next-intl'
import { ActButton } from '#components/orders/admin/act-button.tsx'
import type { ActSpec } from '#components/orders/admin/act-spec.ts'
import { listActs, type PanelAct } from '#components/orders/admin/list-acts.ts'
import { Panel } from '#components/ui/admin/panel.tsx'
import { sumText } from '#components/ui/admin/sum.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import { intlTag } from '#lib/core/i18n/formats.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import type { AdminOrder } from '#lib/orders/rules/admin-order.ts'
import type { OrderActs } from '#lib/orders/rules/admin-order-acts.ts'

type ActsPanelProps = { order: AdminOrder; acts: OrderActs; staff: StaffMember }

/** Everything else that this person can do to the order, with what each act does said before it is pressed. */
export function ActsPanel({ order, acts, staff }: ActsPanelProps) {
  const t = useTranslations('admin-acts')
  const all = listActs({ order, acts, staff, lineName: (position) => t('panel.line', { position }) })
  if (all.length === 0) return null

  return (
    <Panel id="acts" title={t('panel.title')} hint={t('panel.hint')}>
      <ul className="a-acts">
        {all.map((act) => (
          <One key={act.key} act={act} limitMinor={acts.limitMinor} currency={order.currency} />
        ))}
      </ul>
    </Panel>
  )
}

type OneProps = { act: PanelAct; limitMinor: number | null; currency: string }

function One({ act, limitMinor, currency }: OneProps) {
  const t = useTranslations('admin-acts')
  const tag = intlTag(toLocale(useLocale()))
  const { name, about, ...rest } = act
  const limit =
    act.isLimited && limitMinor !== null
      ? ` ${t('panel.limit', { amount: `${sumText(limitMinor, currency, tag)} ${currency}` })}`
      : ''
  const effect = `${t(`panel.${name}.effect`)}${limit}`
  const title = t(`panel.${name}.name`)
  const label = t(`panel.${name}.press`)
  // A word that leads to a choice is not the word that carries it out.
  const chooses = rest.spec.fields.some(({ kind }) => kind === 'cards')
  const spec: ActSpec = { ...rest.spec, title, effect, press: chooses ? title : label }

  return (
    <li>
      <span>
        {title}
        {about ? <span className="a-soft"> {about}</span> : null}
        <span className="a-sub">{effect}</span>
      </span>
      <ActButton spec={spec} label={label} />
    </li>
  )
}
