// Search of the site when it is opened from a folder: browsers start no workers there, so that one is stood in for by a hidden frame.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      this.waiting = [];
      this.ready = false;
      const base = new URL(address, document.baseURI);
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      const inside = frame.contentWindow;
      const load = (url) =>
        new Promise((done, failed) => {
          const script = inside.document.createElement("script");
          script.src = new URL(url, base);
          script.onload = done;
          script.onerror = failed;
          inside.document.head.append(script);
        });
      inside.postMessage = (data) => {
        const event = new MessageEvent("message", { data });
        this.dispatchEvent(event);
        if (this.onmessage) this.onmessage(event);
      };
      inside.importScripts = (...urls) => urls.reduce((before, url) => before.then(() => load(url)), Promise.resolve());
      this.inside = inside;
      load(base).then(() => {
        this.ready = true;
        for (const data of this.waiting.splice(0)) this.postMessage(data);
      });
    }

    postMessage(data) {
      if (!this.ready) {
        this.waiting.push(data);
        return;
      }
      const event = new MessageEvent("message", { data });
      this.inside.dispatchEvent(event);
      if (this.inside.onmessage) this.inside.onmessage(event);
    }

    terminate() {}
  };
}
