import { useTranslations } from 'next-intl'
import { Age } from '#components/admin/age.tsx'
import { FactList } from '#components/admin/evidence.tsx'
import { GoLink } from '#components/admin/go-link.tsx'
import { knownWords } from '#components/admin/known-words.ts'
import { Mark, type MarkTone } from '#components/admin/mark.tsx'
import { Panel } from '#components/admin/panel.tsx'
import { PlanName } from '#components/admin/plan-name.tsx'
import { Sum } from '#components/admin/sum.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { NEED_GROUPS, type Need, type NeedGroup } from '#lib/domain/admin-today.ts'
import { differenceAddress } from '#lib/domain/findings.ts'

const TONES: Record<NeedGroup, MarkTone> = {
  till: 'stop',
  foreign_login: 'stop',
  session: 'stop',
  held: 'stop',
  confirming: 'wait',
  transfer: 'wait',
  refund: 'stop',
  second: 'wait',
  credit: 'wait',
  finding: 'wait',
  message: 'wait',
  mail: 'wait',
  sync: 'wait',
}

// Where the words of a group's reasons stand.
const WORDS: Record<NeedGroup, string> = {
  till: 'till',
  foreign_login: 'need',
  session: 'sessionFault',
  held: 'held',
  confirming: 'failure',
  transfer: 'need',
  refund: 'held',
  second: 'need',
  credit: 'credit',
  finding: 'finding',
  message: 'message',
  mail: 'mail',
  sync: 'syncFault',
}

const WITHOUT_ORDER: Record<NeedGroup, string> = {
  till: '/admin/health',
  foreign_login: '/admin/health',
  session: '/admin/health',
  held: '/admin/orders?tab=needs-action',
  confirming: '/admin/orders?tab=needs-action',
  transfer: '/admin/orders?tab=open&state=AWAITING_PAYMENT',
  refund: '/admin/orders?tab=needs-action',
  second: '/admin/orders',
  credit: '/admin/finance/supplier',
  finding: '/admin/health',
  message: '/admin/messages',
  mail: '/admin/health',
  sync: '/admin/catalogue?view=coverage',
}

// Differences that the health page tells more about; of the others everything known stands in the row.
const OF_HEALTH = ['foreign_login', 'placements_refused', 'lookup_lost']

function pageOf({ group, what, key, order, customer }: Need): string {
  if (customer) return `/admin/customers/${customer}`
  // Both sides of a difference stand there next to each other, with what can be done.
  if (group === 'finding' && !OF_HEALTH.includes(what)) return differenceAddress(key)

  // The order stands beside it; the answer is written there.
  if (group === 'message') return WITHOUT_ORDER.message

  return order ? `/admin/orders/${order.id}` : WITHOUT_ORDER[group]
}

export function NeedsPanel({ needs, now }: { needs: Need[]; now: Date }) {
  const t = useTranslations('admin')

  return (
    <Panel
      id="needs"
      title={t('today.needs', { count: needs.length })}
      beside={
        needs.length > 0 ? (
          <span className="a-ph-end a-meta a-wide">
            <kbd className="a-kbd">J</kbd> <kbd className="a-kbd">K</kbd> {t('keys.move')}
          </span>
        ) : null
      }
    >
      {needs.length === 0 ? (
        <div className="a-empty">
          <Icon name="check" />
          <p className="a-strong">{t('today.nothing')}</p>
          <p>{t('today.nothingHint')}</p>
        </div>
      ) : (
        NEED_GROUPS.map((group) => {
          const rows = needs.filter((need) => need.group === group)

          return rows.length > 0 ? <NeedsOf key={group} group={group} rows={rows} now={now} /> : null
        })
      )}
    </Panel>
  )
}

function NeedsOf({ group, rows, now }: { group: NeedGroup; rows: Need[]; now: Date }) {
  const t = useTranslations('admin')

  return (
    <>
      <div className="a-need-head">
        <h3>
          <Mark tone={TONES[group]}>{t(`group.${group}`)}</Mark>
        </h3>
        <span>{rows.length}</span>
        <span className="a-meta a-wide">{t(`groupHint.${group}`)}</span>
      </div>
      <ul>
        {rows.map((need) => (
          <NeedRow key={need.key} need={need} now={now} />
        ))}
      </ul>
    </>
  )
}

function NeedRow({ need, now }: { need: Need; now: Date }) {
  const t = useTranslations('admin')
  const href = pageOf(need)

  return (
    <li className="a-need" data-row>
      <span>
        <GoLink className="a-id a-link" href={need.order ? `/admin/orders/${need.order.id}` : href}>
          {need.order?.number ?? t(`groupShort.${need.group}`)}
        </GoLink>
      </span>
      <span>
        <span className="a-strong">{knownWords(t, WORDS[need.group], need.what)}</span>
        <span className="a-sub">
          {need.plan ? <PlanName plan={need.plan} /> : null}
          {need.count === null ? null : <> {t(`needCount.${need.group}`, { count: need.count })}</>}
          <FactList rows={need.facts} />
        </span>
      </span>
      <span className="a-num">{need.amount ? <Sum {...need.amount} /> : null}</span>
      <span className="a-num a-soft">
        <Age since={need.since} now={now} />
      </span>
      <span>
        <GoLink className="btn" href={href} tabIndex={-1}>
          {t('open')}
        </GoLink>
      </span>
    </li>
  )
}
