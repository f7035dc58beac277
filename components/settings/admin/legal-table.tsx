import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { hasLabel, knownLabel } from '#components/ui/admin/known-label.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { DataTable, ListTable } from '#components/ui/admin/list-table.tsx'
import { DescriptionList, Mark, Panel, SplitRows } from '#components/ui/admin/panel.tsx'
import { localeName } from '#lib/core/i18n/config.ts'
import type { EnvironmentDetail, SettingJson, SettingPast, SettingSection } from '#lib/settings/rules/settings.ts'

type LegalTableProps = {
  rows: { page: string; name: string }[]
  languages: { value: string; label: string }[]
  heads: { page: string; locale: string; version: number; createdAt: Date }[]
}

/** Which legal pages have a text of their own, by language; each cell opens its text. */
export function LegalTable({ rows, languages, heads }: LegalTableProps) {
  const t = useTranslations('admin-settings.legal')
  const tLabel = useTranslations('admin.label')

  return (
    <DataTable
      label={t('table')}
      heads={[t('page'), ...languages.map(({ value, label }) => ({ head: label, lang: value }))]}
    >
      {rows.map(({ page, name }) => (
        <tr key={page}>
          <th scope="row">{name}</th>
          {languages.map(({ value, label }) => {
            const head = heads.find((one) => one.page === page && one.locale === value)

            return (
              <td key={value}>
                <Link className="a-link" href={`/admin/settings/legal?page=${page}&in=${value}`}>
                  <span className="sr-only">{t('edit', { page: name, language: label })}: </span>
                  <Mark tone={head ? 'ok' : 'wait'}>
                    {head ? tLabel('versionNumber', { version: String(head.version) }) : t('default')}
                  </Mark>
                </Link>
                {head ? (
                  <span className="a-sub">
                    <LocalTime at={head.createdAt} show="moment" />
                  </span>
                ) : null}
              </td>
            )
          })}
        </tr>
      ))}
    </DataTable>
  )
}

type LegalVersionsProps = {
  versions: { version: number; by: string; at: Date }[]
  /** The version that is read below. */
  read: number | null
  /** The address of this page; a version is added to it. */
  base: string
}

/** Every version of a legal text, the newest first: when, by whom, and the way to what it said. */
export function LegalVersions({ versions, read, base }: LegalVersionsProps) {
  const t = useTranslations('admin-settings.legal')
  const tLabel = useTranslations('admin.label')

  return (
    <ListTable
      label={tLabel('versions')}
      rows={versions}
      empty={t('noVersions')}
      keyOf={({ version }) => version}
      first={[
        {
          ...{ head: tLabel('version'), isName: true },
          cell: ({ version }) => (
            <Link
              className="a-link"
              href={`${base}&version=${version}#legal-read`}
              aria-current={version === read ? 'true' : undefined}
            >
              {tLabel('versionNumber', { version: String(version) })}
            </Link>
          ),
        },
        { head: t('published'), cell: ({ at }) => <LocalTime at={at} show="moment" /> },
        { head: tLabel('by'), cell: ({ by }) => <bdi>{by}</bdi> },
        {
          head: tLabel('state'),
          cell: (one) =>
            one === versions[0] ? (
              <Mark tone="ok">{tLabel('shownNow')}</Mark>
            ) : (
              <span className="a-soft">{t('earlier')}</span>
            ),
        },
      ]}
    />
  )
}

type DetailPanelProps = { title: string; facts: EnvironmentDetail[]; rules: { text: string; href: string | null }[] }

/** What is not changed on this page: values of the environment as set or not set, and rules that always hold. */
export function DetailPanel({ title, facts, rules }: DetailPanelProps) {
  const t = useTranslations('admin-settings')
  const tAdmin = useTranslations('admin')
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
        <SplitRows>
          {rules.map(({ text, href }) => (
            <li key={text}>
              <span>
                {text}{' '}
                {href ? (
                  <Link className="a-link" href={href}>
                    {tAdmin('open')}
                  </Link>
                ) : null}
              </span>
            </li>
          ))}
        </SplitRows>
      ) : null}
    </Panel>
  )
}

/** The youngest changes of a section: who, when, from what to what. */
export function PastPanel({ past, section }: { past: SettingPast[]; section: SettingSection }) {
  const t = useTranslations('admin-settings')
  const tLabel = useTranslations('admin.label')
  const tAudit = useTranslations('admin-staff.audit')
  const nameOf = usePastName()
  const say = usePastValue()

  return (
    <Panel
      id="past"
      title={t('past.title')}
      beside={
        <Link className="a-link a-meta ms-auto" href={filterAddress('/admin/audit', { section })}>
          {tLabel('all')}
        </Link>
      }
    >
      {past.length === 0 ? <p className="a-emptyline">{t('past.empty')}</p> : null}
      <SplitRows as="ol">
        {past.map((change) => (
          <li key={change.id}>
            <span>
              <b className="font-semibold">{nameOf(change)}</b>
              <span className="a-sub">
                <bdi>
                  {tAudit('arrow', { before: say(change.what, change.before), after: say(change.what, change.after) })}
                </bdi>
              </span>
              <span className="a-sub">
                {change.by}, <LocalTime at={change.at} show="moment" />
              </span>
            </span>
          </li>
        ))}
      </SplitRows>
    </Panel>
  )
}

/** What a change was about, as the page of its section calls it. */
function usePastName() {
  const t = useTranslations('admin-settings')
  const admin = useTranslations('admin')
  const legal = useTranslations('legal')

  return ({ act, what }: SettingPast): string => {
    if (act === 'setting.changed') return t(`field.${what}.label` as 'field.shop.name.label')
    if (act === 'capability.set') return knownLabel(t, 'capability.name', what)
    const done = knownLabel(admin, 'act', act)
    if (act.startsWith('language.')) return `${done}: ${localeName(what)}`
    if (act !== 'legal.published') return done
    const [page = '', locale = ''] = what.split('.')

    return t('legal.edit', { page: legal(`pages.${page}.title` as 'pages.terms.title'), language: localeName(locale) })
  }
}

/** What was stored under a key, in words. */
function usePastValue() {
  const t = useTranslations('admin-settings')
  const admin = useTranslations('admin')
  const alarms = useTranslations('alarms')
  const comma = admin('comma')
  const wordOf = (key: string, value: SettingJson): string => {
    const word = String(value)
    if (key === 'shop.languages') return localeName(word)
    if (key === 'alarms.off') return knownLabel(alarms, 'kind', `${word}.what`)
    if (key === 'payments.off') return knownLabel(t, 'method', word)
    if (hasLabel(t, `field.${key}.options`, word)) return knownLabel(t, `field.${key}.options`, word)

    return knownLabel(t, 'capability.option', word)
  }
  const partOf = ([name, value]: [string, SettingJson]): string[] => {
    // A text of the shop for each language.
    if (name === 'words') return Object.entries(value ?? {}).map(([locale, text]) => `${localeName(locale)}: ${text}`)
    if (name === 'isClosed') return value === true ? [t('sales.closed')] : []
    if (name === 'hasName') return value === true ? [t('picture.hasName')] : []
    if (name === 'light' || name === 'dark') return [`${t(`accent.${name}`)}: ${value}`]

    return [`${knownLabel(admin, 'fact', name)}: ${value}`]
  }

  return (key: string, value: SettingJson): string => {
    if (value === null || value === '') return t('usual')
    if (typeof value === 'boolean') return t(value ? 'capability.option.on' : 'capability.option.off')
    if (typeof value !== 'object') return wordOf(key, value)
    if (Array.isArray(value)) {
      const words = value.map((one) => wordOf(key, one)).join(comma)

      // Of these the ones that are switched off are stored.
      return key.endsWith('.off') ? `${t('capability.option.off')}: ${words}` : words
    }
    if (!('hash' in value)) return Object.entries(value).flatMap(partOf).join(comma) || t('usual')
    const { hash: _, width, height, ...more } = value

    return [`${admin('label.picture')} ${width} × ${height}`, ...Object.entries(more).flatMap(partOf)].join(comma)
  }
}
