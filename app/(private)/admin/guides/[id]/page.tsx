import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { storeDetails } from '#app/(shop)/store.ts'
import { GuideEditor } from '#components/content/admin/guide-editor.tsx'
import { PublishPanel, RestoreButton, StateMark } from '#components/content/admin/publish-panel.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { Link } from '#components/ui/admin/link.tsx'
import { ListTable } from '#components/ui/admin/list-table.tsx'
import { Mark, Panel } from '#components/ui/admin/panel.tsx'
import { Tabs } from '#components/ui/admin/tabs.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { checkGuide } from '#lib/content/commands/check-guide.ts'
import {
  type EditedGuide,
  getEditedGuide,
  getGuidePictures,
  getGuideVersion,
} from '#lib/content/queries/admin-guides.ts'
import { GUIDE_PLACES, guidePath, isShippedHelp, splitGuidePath } from '#lib/content/rules/public-route.ts'
import { directionOf, localeName, toLocale } from '#lib/core/i18n/config.ts'
import '#app/styles/guide.css'
import { adminTitle, staffWith } from '../../staff.ts'

export const generateMetadata = () => adminTitle('guides')

const NEW: Omit<EditedGuide, 'id' | 'place'> = {
  ...{ languages: [], words: null, version: 0, state: 'draft', shownVersion: null, path: null, due: null },
  ...{ isStopped: false, shipped: null, versions: [] },
}
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/Los_Angeles',
  'Asia/Dubai',
  'Asia/Tokyo',
]

export default async function GuideEditorPage({ params, searchParams }: PageProps<'/admin/guides/[id]'>) {
  const { id } = await params
  const asked = await searchParams
  const wanted = toLocale(typeof asked.in === 'string' ? asked.in : '')
  const staff = await staffWith('settings.change', `/admin/guides/${id}?in=${wanted}`)
  const { languages, preparedLanguages } = await storeDetails()
  const known = [...languages, ...preparedLanguages]
  const locale = known.includes(wanted) ? wanted : toLocale('')
  const isNew = id === 'new'
  const newPlace = GUIDE_PLACES.find((one) => one === asked.place) ?? 'guide'
  const guide = isNew ? { ...NEW, place: newPlace } : await getEditedGuide(staff, id, locale)
  if (!guide) notFound()
  await privateLocale()
  const t = await getTranslations('admin-guides')
  const tLabel = await getTranslations('admin.label')
  const number =
    typeof asked.version === 'string' && /^[1-9]\d{0,5}$/.test(asked.version) ? Number(asked.version) : null
  const [pictures, read, preview] = await Promise.all([
    getGuidePictures(staff),
    number === null || isNew ? null : getGuideVersion(staff, { id, locale, number }),
    guide.words ? checkGuide({ guideId: id, place: guide.place, locale, words: guide.words }) : null,
  ])
  const { place, words, version, state, shownVersion, path, due, versions, isStopped } = guide
  const shownSlug = path && splitGuidePath(path)?.slug
  const withdrawal =
    place === 'front_page' ? 'section' : shownSlug && isShippedHelp(place, shownSlug) ? 'shipped' : 'page'
  const at = { id, locale, seen: version }
  const here = `/admin/guides/${id}?in=${locale}`

  return (
    <StaffMessages namespace={['admin-guides', 'admin-settings']}>
      <div className="a-head">
        <h1>
          <bdi>{words?.title || t(isNew ? `new.${place}` : 'untitled')}</bdi>
        </h1>
        {isNew ? null : <Mark tone="plain">{t(`place.${place}`)}</Mark>}
        <StateMark {...{ state, isStopped }} />
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <Link className="a-link" href="/admin/guides">
            {t('all')}
          </Link>
          {path ? (
            <Link className="a-link" href={path} target="_blank">
              {t('look')}
            </Link>
          ) : null}
        </p>
      </div>
      <Tabs
        {...{ label: tLabel('languages'), all: known, here: locale }}
        href={(one) => `/admin/guides/${id}?in=${one}${isNew ? `&place=${place}` : ''}`}
        name={(one) => (
          <>
            <bdi lang={one}>{localeName(one)}</bdi>
            {guide.languages.some((said) => said.locale === one) || isNew ? null : (
              <span className="a-soft ms-1.5 font-normal">{t('notYet')}</span>
            )}
          </>
        )}
      />
      <div className="grid min-w-0 content-start gap-4">
        {version > 0 ? (
          <Panel id="guide-shop" title={tLabel('inShop')}>
            <p className="p-3.5 flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
              <span>
                {shownVersion === null ? t('failed.not_shown') : t('shownVersion', { version: String(shownVersion) })}
              </span>
              {due ? (
                <span>
                  {t('dueVersion', { version: String(due.version), at: due.local.replace('T', ' '), zone: due.zone })}
                </span>
              ) : null}
              {isStopped ? <span>{t('stoppedTaken')}</span> : null}
            </p>
            <PublishPanel
              at={at}
              problems={preview?.problems ?? []}
              isShown={shownVersion !== null}
              hasNews={shownVersion !== version || due !== null}
              due={due}
              list={guidePath(locale, null, place)}
              withdrawal={withdrawal}
              zones={ZONES}
            />
          </Panel>
        ) : null}
        <GuideEditor
          key={`${id}.${locale}`}
          id={isNew ? null : id}
          place={place}
          locale={locale}
          direction={directionOf(locale)}
          words={words ?? { slug: '', title: '', description: '', body: '' }}
          version={version}
          proposal={guide.shipped}
          base={guidePath(locale, '', place)}
          preview={preview}
          pictures={pictures}
        />
        {versions.length > 0 ? (
          <Panel id="guide-versions" title={tLabel('versions')}>
            <ListTable
              label={tLabel('versions')}
              rows={versions}
              keyOf={(one) => one.number}
              first={[
                {
                  ...{ head: tLabel('version'), isName: true },
                  cell: (one) => (
                    <Link className="a-link" href={`${here}&version=${one.number}#guide-read`}>
                      {tLabel('versionNumber', { version: String(one.number) })}
                    </Link>
                  ),
                },
                { head: t('field.title'), cell: ({ title }) => <bdi>{title}</bdi> },
                { head: t('versions.at'), cell: (one) => <LocalTime at={one.at} show="moment" /> },
                { head: tLabel('by'), cell: ({ by }) => <bdi>{by}</bdi> },
                {
                  head: tLabel('state'),
                  cell: (one) => (
                    <>
                      {one.number === shownVersion ? <Mark tone="ok">{tLabel('shownNow')}</Mark> : null}
                      {one.number === due?.version ? <Mark tone="wait">{t('state.scheduled')}</Mark> : null}
                      {one.restores === null ? null : (
                        <span className="a-soft">{t('versions.restores', { version: String(one.restores) })}</span>
                      )}
                    </>
                  ),
                },
                {
                  head: null,
                  cell: (one) => (one.number === version ? null : <RestoreButton at={at} number={one.number} />),
                },
              ]}
            />
          </Panel>
        ) : null}
        {read && number !== null ? (
          <Panel id="guide-read" title={tLabel('versionText', { version: String(number) })}>
            <pre
              className="p-3.5 font-code text-[0.8125rem]/[1.5] wrap-anywhere whitespace-pre-wrap"
              lang={locale}
              dir={directionOf(locale)}
            >
              {[read.title, read.description, read.body].join('\n\n')}
            </pre>
          </Panel>
        ) : null}
      </div>
    </StaffMessages>
  )
}
