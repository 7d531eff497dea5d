//! Names of companies that texts use for each other.

/// Companies that reports compare most, each under the names that texts use in both languages,
/// in lower case.
pub const COMPANIES: [&[&str]; 88] = [
    &["tesla", "tsla", "特斯拉"],
    &["apple", "aapl", "苹果"],
    &["nvidia", "nvda", "英伟达", "辉达"],
    &["microsoft", "msft", "微软"],
    &["amazon", "amzn", "亚马逊"],
    &["alphabet", "google", "googl", "谷歌"],
    &["meta platforms", "meta", "facebook", "脸书"],
    &["amd", "advanced micro devices", "超威"],
    &["intel", "intc", "英特尔"],
    &["qualcomm", "qcom", "高通"],
    &["broadcom", "avgo", "博通"],
    &["tsmc", "taiwan semiconductor", "台积电"],
    &["samsung", "三星"],
    &["sk hynix", "hynix", "海力士"],
    &["micron", "美光"],
    &["asml", "阿斯麦"],
    &["texas instruments", "德州仪器"],
    &["oracle", "甲骨文"],
    &["salesforce", "赛富时"],
    &["ibm", "international business machines"],
    &["cisco", "思科"],
    &["netflix", "奈飞"],
    &["disney", "迪士尼"],
    &["uber", "优步"],
    &["ford", "福特"],
    &["deloitte", "德勤"],
    &["pwc", "pricewaterhousecoopers", "普华永道"],
    &["ernst & young", "ey", "安永"],
    &["kpmg", "毕马威"],
    &["general motors", "gm", "通用汽车"],
    &["rivian"],
    &["lucid"],
    &["stellantis"],
    &["toyota", "丰田"],
    &["honda", "本田"],
    &["nissan", "日产汽车"],
    &["volkswagen", "vw", "大众汽车"],
    &["bmw", "bayerische motoren werke", "宝马"],
    &["mercedes-benz", "daimler", "奔驰"],
    &["hyundai", "现代汽车"],
    &["byd", "比亚迪"],
    &["nio", "蔚来"],
    &["xpeng", "小鹏汽车"],
    &["li auto", "理想汽车"],
    &["geely", "吉利"],
    &["saic", "上汽集团"],
    &["catl", "contemporary amperex", "宁德时代"],
    &["panasonic", "松下"],
    &["sony", "索尼"],
    &["nintendo", "任天堂"],
    &["huawei", "华为"],
    &["xiaomi", "小米"],
    &["lenovo", "联想"],
    &["alibaba", "阿里巴巴"],
    &["tencent", "腾讯"],
    &["baidu", "百度"],
    &["meituan", "美团"],
    &["jd.com", "京东"],
    &["pdd", "pinduoduo", "拼多多"],
    &["bytedance", "字节跳动"],
    &[
        "smic",
        "semiconductor manufacturing international",
        "中芯国际",
    ],
    &["walmart", "沃尔玛"],
    &["costco", "开市客"],
    &["nike", "耐克"],
    &["adidas", "阿迪达斯"],
    &["starbucks", "星巴克"],
    &["mcdonald's", "mcdonald’s", "麦当劳"],
    &["coca-cola", "可口可乐"],
    &["pepsico", "百事"],
    &["procter & gamble", "p&g", "宝洁"],
    &["johnson & johnson", "j&j", "强生"],
    &["pfizer", "辉瑞"],
    &["moderna", "莫德纳"],
    &["eli lilly", "lilly", "礼来"],
    &["novo nordisk", "诺和诺德"],
    &["roche", "罗氏"],
    &["novartis", "诺华"],
    &["jpmorgan", "摩根大通"],
    &["goldman sachs", "高盛"],
    &["morgan stanley", "摩根士丹利"],
    &["hsbc", "汇丰"],
    &["exxon mobil", "exxonmobil", "exxon", "埃克森美孚"],
    &["chevron", "雪佛龙"],
    &["boeing", "波音"],
    &["airbus", "空中客车", "空客"],
    &["siemens", "西门子"],
    &["kweichow moutai", "贵州茅台", "茅台"],
    &["vanke", "万科"],
];

/// All names of a listed company, from one of them in any case. Empty for everybody else.
pub fn company_names(name: &str) -> &'static [&'static str] {
    let lower = name.to_lowercase();
    let listed = COMPANIES
        .iter()
        .find(|names| names.contains(&lower.as_str()));
    listed.copied().unwrap_or_default()
}

/// The Chinese names of listed companies in a text, in its order; each company once, of two names at
/// one place the longer one.
pub fn companies_in_han(text: &str) -> Vec<&'static str> {
    let first_name_of = |names: &&'static [&'static str]| {
        let han = names.iter().filter(|name| !name.is_ascii());
        let places = han.filter_map(|name| Some((text.find(name)?, *name)));
        places.min_by_key(|(at, name)| (*at, std::cmp::Reverse(name.len())))
    };
    let mut found: Vec<_> = COMPANIES.iter().filter_map(first_name_of).collect();
    found.sort_unstable();
    found.into_iter().map(|(_, name)| name).collect()
}
