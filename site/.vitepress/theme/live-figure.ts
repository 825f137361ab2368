import { useData, withBase } from 'vitepress';
import { defineComponent, h, onBeforeUnmount, onMounted, ref, watch } from 'vue';

/** The app at an address of its own, as high as what it shows, in the colours of the page. */
export const LiveFigure = defineComponent({
  props: { address: { type: String, required: true }, label: { type: String, required: true } },
  setup(props) {
    const { isDark } = useData();
    const frame = ref<HTMLIFrameElement>();
    const height = ref(620);
    // Only in the browser, so that no address of the built page depends on where it is served.
    const source = ref('');
    let watched: ResizeObserver | undefined;
    const colour = () => {
      const page = frame.value?.contentDocument?.documentElement;
      if (page) page.dataset.theme = isDark.value ? 'dark' : 'light';
    };
    const loaded = () => {
      const body = frame.value?.contentDocument?.body;
      if (!body) return;
      colour();
      watched?.disconnect();
      watched = new ResizeObserver(() => {
        const high = Math.ceil(body.getBoundingClientRect().height) + 2;
        // Before the app has drawn anything the page would jump up, and down again.
        if (high > 100) height.value = high;
      });
      watched.observe(body);
    };
    watch(isDark, colour);
    onMounted(() => {
      source.value = withBase(`/app/index.html?embed${props.address}`);
    });
    onBeforeUnmount(() => watched?.disconnect());
    return () =>
      h('span', { class: 'live-figure' }, [
        source.value === ''
          ? null
          : h('iframe', {
              ref: frame,
              src: source.value,
              title: props.label,
              loading: 'lazy',
              style: { height: `${height.value}px` },
              onLoad: loaded,
            }),
        h('span', { class: 'live-caption' }, [
          `${props.label}. `,
          h('a', { href: withBase(`/app/index.html${props.address}`), target: '_self' }, 'Open in the app'),
        ]),
      ]);
  },
});
