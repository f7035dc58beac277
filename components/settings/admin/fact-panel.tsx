import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { DescriptionList } from '#components/ui/admin/description-list.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { hasWords } from '#components/ui/admin/known-words.ts'
import { Mark } from '#components/ui/admin/mark.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import type { EnvironmentFact, SettingPast, SettingSection } from '#lib/settings/rules/settings.ts'

type FactPanelProps = { title: string; facts: EnvironmentFact[]; rules: { text: string; href: string | null }[] }

/** What is not changed on this page: values of the environment as set or not set, and rules that always hold. */
export function FactPanel({ title, facts, rules }: FactPanelProps) {
  const t = useTranslations('admin-settings')
  const id = `facts-${title.length}-${rules.length}`

  return (
    <Panel id={id} title={title}>
      {facts.length > 0 ? (
        <DescriptionList
          pairs={facts.map(({ name, isSet }) => ({
            name,
            value: <Mark tone={isSet ? 'ok' : 'plain'}>{t(isSet ? 'set' : 'notSet')}</Mark>,
          }))}
        />
      ) : null}
      {rules.length > 0 ? (
        <ul className="a-list">
          {rules.map(({ text, href }) => (
            <li key={text}>
              <span>
                {text}{' '}
                {href ? (
                  <GoLink className="a-link" href={href}>
                    {t('open')}
                  </GoLink>
                ) : null}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </Panel>
  )
}

/** The youngest changes of a section: who, when, from what to what. */
export function PastPanel({ past, section }: { past: SettingPast[]; section: SettingSection }) {
  const t = useTranslations('admin-settings')
  const nameOf = (what: string) =>
    hasWords(t, 'field', `${what}.label`) ? t(`field.${what}.label` as 'field.shop.name.label') : what

  return (
    <Panel
      id="past"
      title={t('past.title')}
      beside={
        <GoLink className="a-link a-meta a-ph-end" href={filterAddress('/admin/audit', { section })}>
          {t('past.all')}
        </GoLink>
      }
    >
      {past.length === 0 ? <p className="a-emptyline">{t('past.empty')}</p> : null}
      <ol className="a-list">
        {past.map(({ id, at, by, what, before, after }) => (
          <li key={id}>
            <span>
              <b className="a-strong">{nameOf(what)}</b>
              <span className="a-sub">
                <bdi>{before || t('usual')}</bdi> → <bdi>{after || t('usual')}</bdi>
              </span>
              <span className="a-sub">
                {by}, <LocalTime at={at} show="moment" />
              </span>
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
