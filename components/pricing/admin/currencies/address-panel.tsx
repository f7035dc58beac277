import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { LocalTime } from '#components/orders/local-time.tsx'
import { AtOnce } from '#components/ui/admin/action-dialog.tsx'
import { EditForm, useFieldEdits, useSaving } from '#components/ui/admin/edit-form.tsx'
import { failureText } from '#components/ui/admin/known-label.ts'
import { Panel } from '#components/ui/admin/panel.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { call } from '#lib/core/client/request.ts'
import type { CurrenciesView } from '#lib/pricing/queries/admin-currencies.ts'
import type { fetchRatesCall } from '#lib/pricing/schema.ts'
import { saveSettings } from '#lib/settings/client/settings.ts'

/** Where the European Central Bank publishes the rates of each day. */
const CENTRAL_BANK = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml'

/** Where rates come from: the address, what came of asking it, how old a rate may be, and a file. */
export function AddressPanel({ view, children }: { view: CurrenciesView; children: ReactNode }) {
  const t = useTranslations('admin-pricing')
  const { source, mayChange, maySet } = view

  return (
    <Panel id="currency-source" title={t('currencies.source')}>
      <div className="grid gap-3 p-3.5">
        <LastFetch source={source} />
        {mayChange && source.url !== null ? (
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
            <AtOnce
              press={t('currencies.fetch')}
              send={() => call<typeof fetchRatesCall>('POST /api/admin/pricing/currencies/fetch')}
              roomTexts={t}
              tell={({ failure, notes }) =>
                failure === null
                  ? t('currencies.fetchedNow', { count: notes.filter(({ result }) => result === 'taken').length })
                  : { tone: 'bad', text: failureText([t], { code: failure }) }
              }
            />
          </div>
        ) : null}
        {maySet ? (
          <SourceForm source={source} />
        ) : (
          <p className="a-meta">{t('currencies.limit', { days: source.maxAgeDays })}</p>
        )}
        {children}
      </div>
    </Panel>
  )
}

function LastFetch({ source: { url, last } }: Pick<CurrenciesView, 'source'>) {
  const t = useTranslations('admin-pricing')
  if (url === null) return <p className="a-meta">{t('failed.no_url')}</p>
  const at = () => (last ? <LocalTime at={last.at} show="moment" /> : null)

  return (
    <>
      <p className="a-meta">
        <bdi>{url}</bdi>
      </p>
      {last?.state === 'failed' ? (
        <Notice tone="bad">
          {t.rich('currencies.fetchFailed', { at })} {failureText([t], { code: last.failure ?? 'unreachable' })}
        </Notice>
      ) : (
        <p className="a-meta">{last ? t.rich('currencies.fetched', { at }) : t('currencies.never')}</p>
      )}
    </>
  )
}

const ADDRESS = 'currencies.url'
const DAYS = 'currencies.days'

/** Where rates are fetched from, and how old one may be. Nothing is saved over what a colleague has stored meanwhile. */
function SourceForm({ source: { url, days, maxAgeDays } }: Pick<CurrenciesView, 'source'>) {
  const t = useTranslations('admin-pricing')
  const tSettings = useTranslations('admin-settings')
  const stored = { [ADDRESS]: url, [DAYS]: days }
  const edits = useFieldEdits<string | number | null, string>(stored, (key, typed) =>
    key === DAYS ? toDays(typed) : typed.trim() || null,
  )
  const saving = useSaving(t)
  const field = (key: keyof typeof stored) => ({
    ...{ dir: 'ltr', autoComplete: 'off', value: edits.typed(key) ?? String(stored[key] ?? '') },
    onChange: ({ target }: { target: { value: string } }) => edits.type(key, target.value),
  })

  return (
    <EditForm
      className="grid gap-3"
      edits={edits}
      saving={saving}
      save={(changes) => saveSettings(changes.map(({ key, value, seen }) => ({ key, value, seen })))}
      nameOf={(key) => t(key === DAYS ? 'currencies.days' : 'currencies.url')}
      say={(value) => (value === null ? tSettings('usual') : String(value))}
    >
      <TextField
        {...field(ADDRESS)}
        id="source-url"
        label={t('currencies.url')}
        hint={t('currencies.urlHint')}
        placeholder={CENTRAL_BANK}
        inputMode="url"
        maxLength={500}
      />
      <TextField
        {...field(DAYS)}
        id="source-days"
        label={t('currencies.days')}
        placeholder={String(maxAgeDays)}
        inputMode="numeric"
        maxLength={2}
      />
    </EditForm>
  )
}

/** A number where one was typed, and otherwise the text itself, which the store refuses. */
function toDays(text: string): number | string | null {
  const typed = text.trim()

  return typed === '' ? null : /^\d+$/.test(typed) ? Number(typed) : typed
}
