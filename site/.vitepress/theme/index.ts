import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { LiveFigure } from './live-figure.ts';
import 'katex/dist/katex.min.css';
import './style.css';

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('LiveFigure', LiveFigure);
  },
} satisfies Theme;
