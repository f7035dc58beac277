'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useId, useRef, useState } from 'react'
import { ConflictList } from '#components/catalog/admin/conflict-list.tsx'
import { SaveRow } from '#components/settings/admin/save-row.tsx'
import { useSave } from '#components/settings/admin/use-save.ts'
import { useFieldEdits } from '#components/ui/admin/use-field-edits.ts'
import { Button } from '#components/ui/button.tsx'
import { CheckField, Field } from '#components/ui/field.tsx'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { saveDestinationPicture, savePicture } from '#lib/settings/client/settings.ts'
import { picturePath, type ShopPicture } from '#lib/settings/rules/brand.ts'
import { PICTURE_LIMITS, type ShopPictureKind } from '#lib/settings/rules/picture-limits.ts'

type PictureFormProps = { stored: (ShopPicture & { hasName?: boolean }) | null } & (
  | { kind: ShopPictureKind }
  | { kind: 'destination'; skuId: number }
)

const REASONS = ['no_png', 'size', 'weight'] as const

const KEY = 'picture'

/** A picture of the shop or of one of its destinations, shown on both grounds, with a field for another one. */
export function PictureForm(props: PictureFormProps) {
  const { kind, stored } = props
  const t = useTranslations('admin-settings.picture')
  const formId = useId()
  const [ticked, setTicked] = useState<boolean | null>(null)
  const hasName = ticked ?? stored?.hasName ?? false
  const input = useRef<HTMLInputElement>(null)
  const saving = useSave()
  // A file that was chosen is never what is stored: it has a name here, not yet a hash.
  const edits = useFieldEdits({ [KEY]: stored?.hash ?? null }, (_, { name }: File): string | null => name)
  const file = edits.typed(KEY) ?? null
  const { bytes, least, most } = PICTURE_LIMITS[kind]
  const id = `picture-${kind}`
  const reason = REASONS.find((one) => one === saving.problem?.details.reason)

  async function send(picture: Blob | null, seen: string | null) {
    const change = { file: picture, hasName, seen }
    const work = () =>
      props.kind === 'destination'
        ? saveDestinationPicture(props.skuId, change)
        : savePicture({ kind: props.kind, ...change })
    if (await saving.save(work)) leave()
  }

  function leave() {
    edits.decide(KEY, 'take')
    setTicked(null)
    if (input.current) input.current.value = ''
  }

  return (
    <form
      id={formId}
      className="a-pb a-pb-stack a-set-form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        const [change] = edits.changes
        if (file && change) void send(file, change.seen)
      }}
    >
      {stored ? (
        <p className="a-set-shown">
          {(['light', 'dark'] as const).map((ground) => (
            <span key={ground} className={`a-set-ground a-set-${ground}`}>
              <img
                src={picturePath(stored.hash)}
                width={stored.width}
                height={stored.height}
                alt={t(`${kind}.shown`)}
              />
            </span>
          ))}
        </p>
      ) : null}
      <Field
        id={id}
        label={t(`${kind}.label`)}
        hint={t(`${kind}.hint`, { kb: Math.round(bytes / 1000), least, most })}
        error={reason ? t(`failed.${reason}`) : null}
      >
        <input
          id={id}
          ref={input}
          type="file"
          accept="image/png"
          className="input"
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => {
            const [picked] = target.files ?? []
            if (picked) edits.type(KEY, picked)
            else edits.decide(KEY, 'take')
          }}
        />
      </Field>
      {kind === 'logo' ? (
        <CheckField checked={hasName} onChange={({ target }) => setTicked(target.checked)}>
          {t('hasName')}
        </CheckField>
      ) : null}
      <ConflictList
        form={formId}
        onDecide={(key, act) => (act === 'take' ? leave() : edits.decide(key, act))}
        fields={edits.conflicts.map(({ key, value }) => ({
          key,
          name: t(`${kind}.label`),
          theirs: t(stored ? 'above' : 'none'),
          mine: <bdi>{value}</bdi>,
        }))}
      />
      <SaveRow saving={saving} isChanged={file !== null} isConflict={edits.conflicts.length > 0} label={t('send')} />
      {stored ? (
        <p>
          <Button
            size="small"
            onClick={(event) => {
              keepPlace(event.currentTarget, `#${id}`)
              void send(null, stored.hash)
            }}
          >
            {t('remove')}
          </Button>
        </p>
      ) : null}
    </form>
  )
}
