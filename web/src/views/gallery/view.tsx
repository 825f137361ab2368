import { useEffect, useState } from 'preact/hooks';
import { BENCH_CSS } from '../../../../src/bench/index.ts';
import { auditVerdict, inlineSvg } from '../../../../src/report/index.ts';
import { auditExhibit } from '../../exhibits/audited.ts';
import { CIFAR10, exhibitLink, ZOO_EXHIBITS, zooText } from '../../exhibits/index.ts';
import { useSettings } from '../../route.ts';
import { BigFigure } from './big-figure.tsx';
import { Card } from './card.tsx';
import {
  FIGURE_TABLES,
  type FigureName,
  galleryFigure,
  recordedRows,
  recordedVerdict,
  wordsOfFigure,
} from './figures.ts';
import { recordedThumbnail, scoresThumbnail } from './thumbnails.ts';

const USUAL_GALLERY = { figure: '' };

export function GalleryView() {
  const [{ figure }] = useSettings('gallery', USUAL_GALLERY);
  return (
    <div class="gallery">
      <style>{BENCH_CSS}</style>
      <h1>Gallery</h1>
      <p class="lead">
        Audits worth looking at: trainings with planted records (canaries), about which an attack guessed
        whether they were in. Every picture is drawn in this page as you look.
      </p>
      <BigFigure name={figure} />
      <h2>Recorded runs on CIFAR-10</h2>
      <p>
        Models trained with DP-SGD (gradients are clipped, and noise is added) and 5,000 canaries; two of them
        are broken on purpose. A link opens the scores of the run in Audit, with the claim of its manifest
        (the file that describes it). At a true epsilon of 8 the counts prove 3.263 of any mechanism, 5.051 if
        it is Gaussian, and 6.873 if canaries do not influence each other either; at 16 they prove 5.336,
        9.050 and 12.420.
      </p>
      <ul class="cards">
        {CIFAR10.map((exhibit) => (
          <Card
            key={exhibit.name}
            {...exhibit}
            link={exhibitLink(exhibit)}
            picture={async () =>
              recordedThumbnail(await recordedRows(), exhibit.name.replace('cifar10-', ''))
            }
            verdict={() => recordedVerdict(exhibit.name.replace('cifar10-', ''))}
          />
        ))}
      </ul>
      <h2>The zoo of bugs</h2>
      <p>
        Training with one bug each, played in this page with a fixed seed, as <code>onerun simulate</code>{' '}
        does. Not every bug is seen by every attack: <em>shuffled batches</em> are seen by none of them.
      </p>
      <ul class="cards">
        {ZOO_EXHIBITS.map((exhibit) => (
          <Card
            key={exhibit.name}
            {...exhibit}
            link={exhibitLink(exhibit)}
            picture={async () => scoresThumbnail(await zooText(exhibit.bug), `thumb-${exhibit.bug}`)}
            verdict={async () => auditVerdict(await auditExhibit(exhibit))}
          />
        ))}
      </ul>
      <h2>Figures of the paper, and ours</h2>
      <ul class="cards">
        {FIGURE_TABLES.map((name) => (
          <FigureCard key={name} name={name} />
        ))}
      </ul>
    </div>
  );
}

/** A figure's title stands in its layout, which is loaded with it. */
function FigureCard({ name }: { readonly name: FigureName }) {
  const [{ title, about }, setWords] = useState({ title: name as string, about: '' });
  useEffect(() => {
    wordsOfFigure(name).then(setWords, () => {});
  }, [name]);
  return (
    <Card
      link={`#/gallery?figure=${name}`}
      title={title}
      sentence={about}
      picture={async () => inlineSvg(await galleryFigure(name), `small-${name}`)}
    />
  );
}
