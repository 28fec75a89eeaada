import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { languageStore } from '../../../../base/language.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { IconWorld } from '../../../../ui/feature-icons/icons.ts';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { t } from '../../../../base/t.ts';
import { loadGradeOffer, importGradeSettings } from '../calls.ts';
import styles from './marks.module.css';

interface OfferProps {
  courseId: number;
  isLocked: boolean;
  onTaken: () => void;
}

const percentText = (percent: number): string =>
  new Intl.NumberFormat(languageStore.get().locale, { style: 'percent', maximumFractionDigits: 2 }).format(percent / 100);

/**
 * Offers to import a class's categories and weights from Google Classroom at one press. Shows nothing if it has none.
 */
export function GradeOffer({ courseId, isLocked, onTaken }: OfferProps) {
  const { data } = useQuery({
    queryKey: ['class', courseId, 'grade-offer'],
    queryFn: ({ signal }) => loadGradeOffer(courseId, signal),
    gcTime: 0,
    retry: false,
  });
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const offer = data?.offer;
  if (!offer) return null;
  const isWeighted = offer.calculation_type === 'WEIGHTED_BY_CATEGORY';
  const take = async () => {
    setPending(true);
    setError(null);
    try {
      const { message } = await importGradeSettings(courseId);
      showSnack(message);
      onTaken();
    } catch (failure) {
      setError(failure);
      setPending(false);
    }
  };
  return (
    <section className={styles.offer} aria-label={t('syncGrades.offer')}>
      <Notice hue="blue" icon={IconWorld}>
        <p>{t('syncGrades.offer')}</p>
        <ul>
          {offer.categories.map(({ category_name, category_point }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they stand as they came
            <li key={place} dir="auto">
              {isWeighted ? t('syncGrades.category', { name: category_name, weight: percentText(category_point) }) : category_name}
            </li>
          ))}
        </ul>
        <p>{t(isWeighted ? 'syncGrades.about.WEIGHTED_BY_CATEGORY' : 'syncGrades.about.TOTAL_POINTS')}</p>
        {offer.works > 0 && <p>{t('syncGrades.works', { count: offer.works })}</p>}
      </Notice>
      {error !== null && <Notice>{errorText(error)}</Notice>}
      <Button pending={pending} disabled={isLocked} onClick={() => void take()}>
        {t(pending ? 'syncGrades.taking' : 'syncGrades.take')}
      </Button>
    </section>
  );
}
