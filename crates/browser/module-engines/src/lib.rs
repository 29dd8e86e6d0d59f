//! What thinks in a page (`ingenio_browser_engines`) as a module that its worker loads.

ingenio_border::border!(ingenio_browser_engines::answer_page);
